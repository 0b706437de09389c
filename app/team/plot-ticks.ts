import type { Unit } from './figures.ts'

/** So many steps at most above zero. */
const stepsMax = 4

/** Steps of time that people think in: parts of an hour, of a day, and days. */
const hourSteps = [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 72, 120, 240]

/** Where the axis has its lines, from zero to the first one at or above the highest value. */
export function ticksOf(unit: Unit, highest: number): number[] {
  const step = stepOf(unit, highest)
  const steps = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: steps + 1 }, (_, n) => n * step)
}

function stepOf(unit: Unit, highest: number) {
  const least = highest / stepsMax
  if (unit === 'hours') return hourSteps.find((step) => step >= least) ?? Math.ceil(least / 240) * 240
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least || 1)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= least)!
}
