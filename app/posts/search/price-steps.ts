/** In paise; the same steps as `price_step` in the database. */
const steps = [
  ...[1, 2_500, 5_000, 7_500, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 75_000, 100_000, 150_000],
  ...[200_000, 300_000, 500_000],
]

const stepOf = (paise: number) => steps.filter((step) => step <= paise).length

export const allPriceSteps = Array.from({ length: steps.length + 1 }, (_, n) => n)

/** The steps that hold prices from one amount to another. */
export function priceStepsOf(fromPaise: number, toPaise: number) {
  const first = stepOf(fromPaise)
  return Array.from({ length: Math.max(0, stepOf(toPaise) - first + 1) }, (_, n) => first + n)
}
