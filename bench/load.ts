export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
}

/** Asks again and again over so many connections for so long; each ask says whether it was answered well. */
export async function measure(
  ask: () => Promise<boolean>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const times: number[] = []
  let failed = 0
  const end = performance.now() + seconds * 1_000
  const loop = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      if (await ask()) times.push(performance.now() - started)
      else failed++
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failed }
}
