import { expect, test } from 'vitest'

import { shownPages } from './preview-rules.ts'
import { endingOf } from './preview-texts.ts'

test.for([
  [1, 1],
  [5, 1],
  [6, 3],
  [7, 3],
  [64, 3],
] as const)('of %i pages %i are shown', ([pages, shown]) => {
  expect(shownPages(pages, 3)).toBe(shown)
})

test('never more than half is shown, unless all is', () => {
  expect(shownPages(12, 10)).toBe(6)
  expect(shownPages(5, 10)).toBe(1)
  expect(shownPages(64, 'all')).toBe(64)
  expect(shownPages(10_000, 'all')).toBe(300)
})

test('the last page says how many more there are, in the words of the kind', () => {
  expect(endingOf('note', 61)).toEqual({ heading: '61 more pages', words: 'Buy the notes to read them all.' })
  expect(endingOf('course', 1_997)).toEqual({ heading: '1,997 more pages', words: 'Buy the course to read them all.' })
  expect(endingOf('note', 1)).toEqual({ heading: '1 more page', words: 'Buy the notes to read it.' })
  expect(endingOf('note', 0)).toBe(null)
})
