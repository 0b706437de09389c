import { expect, test } from 'vitest'

import { countSlips, slipsAllowed } from './near-words.ts'

test.for([
  ['physics', 'physics', 0],
  ['phisics', 'physics', 1],
  ['phsyics', 'physics', 1],
  ['mathmatics', 'mathematics', 1],
  ['chemestri', 'chemistry', 2],
  ['biology', 'zoology', 2],
  ['', 'abc', 3],
] as const)('from %s to %s it is %i slips', ([from, to, slips]) => {
  expect(countSlips(from, to)).toBe(slips)
  expect(countSlips(to, from)).toBe(slips)
})

test('short words and numbers are taken as they were typed, long ones may have two slips', () => {
  expect(['law', 'class11', 'laws', 'biology', 'chemestri'].map(slipsAllowed)).toEqual([0, 0, 1, 1, 2])
})
