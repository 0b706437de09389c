/** How long the work takes on an idle machine of the kind on which the limits were set. */
const usualMs = 26

/**
 * How many times as long as usual this machine takes for a piece of work, at least 1. On a shared machine, others may
 * have the processor at the moment, which no limit in milliseconds knows.
 */
export function slowness() {
  const times = Array.from({ length: 9 }, () => {
    const started = performance.now()
    let number = 1
    for (let n = 0; n < 20_000_000; n++) number = (Math.imul(number, 1_664_525) + 1_013_904_223) | 0
    return performance.now() - started + (number === 0 ? 1 : 0) // its result is used, so that it is computed
  }).toSorted((a, b) => a - b)
  return Math.max(1, times[Math.floor(times.length / 2)]! / usualMs)
}
