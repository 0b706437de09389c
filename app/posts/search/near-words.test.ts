import { expect, test } from 'vitest'

import { editDistance, typosAllowed } from './near-words.ts'

test.for([
  ['physics', 'physics', 0],
  ['phisics', 'physics', 1],
  ['phsyics', 'physics', 1],
  ['mathmatics', 'mathematics', 1],
  ['chemestri', 'chemistry', 2],
  ['biology', 'zoology', 2],
  ['', 'abc', 3],
] as const)('the edit distance of %s and %s is %i', ([from, to, distance]) => {
  expect(editDistance(from, to)).toBe(distance)
  expect(editDistance(to, from)).toBe(distance)
})

test('short words and numbers may have no typing mistake, long words two', () => {
  expect(['law', 'class11', 'laws', 'biology', 'chemestri'].map(typosAllowed)).toEqual([0, 0, 1, 1, 2])
})
