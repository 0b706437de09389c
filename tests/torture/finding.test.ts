import { expect, test } from 'vitest'

import { type Finding, summaryOf } from './finding.ts'

const finding = (holds: Finding['holds']): Finding => ({ part: 'faults', tried: 'a full disk', found: '', holds })

test('what was skipped is counted apart from what holds', () => {
  expect(summaryOf([finding(true), finding(true)])).toEqual({ hasFailed: false, text: 'All 2 hold.' })
  expect(summaryOf([finding(true), finding('skipped')])).toEqual({ hasFailed: false, text: 'All 1 hold, 1 skipped.' })
  expect(summaryOf([finding(true), finding(false), finding('skipped')])).toEqual({
    hasFailed: true,
    text: '1 of 2 do not hold, 1 skipped.',
  })
})
