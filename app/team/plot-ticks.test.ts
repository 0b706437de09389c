import { expect, test } from 'vitest'

import { ticksOf } from './plot-ticks.ts'

test.for([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [81, [0, 50, 100]],
  [123_456, [0, 50_000, 100_000, 150_000]],
] as const)('an axis up to %i counts by round numbers', ([highest, ticks]) => {
  expect(ticksOf('count', highest)).toEqual(ticks)
})

test.for([
  [0, [0, 0.25]],
  [5.2, [0, 2, 4, 6]],
  [60, [0, 24, 48, 72]],
  [3_000, [0, 960, 1_920, 2_880, 3_840]],
] as const)('an axis up to %d hours counts by hours and days', ([highest, ticks]) => {
  expect(ticksOf('hours', highest)).toEqual(ticks)
})

test('no axis has more than four steps, nor ends below what it shows', () => {
  for (const unit of ['count', 'hours'] as const)
    for (let highest = 0.01; highest < 1e7; highest *= 1.37) {
      const ticks = ticksOf(unit, highest)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    }
})
