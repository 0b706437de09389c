export interface Load {
  requests: number
  failed: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

interface Amount {
  connections: number
  seconds: number
  /** Stops after this number of requests, if it is reached before the time is over. */
  requests?: number
}

/** Repeats `ask` on all connections for the given time; `ask` resolves to whether the response was right. */
export async function measure(
  ask: (connection: number) => Promise<boolean>,
  { connections, seconds, requests = Number.POSITIVE_INFINITY }: Amount,
): Promise<Load> {
  const times: number[] = []
  let failed = 0
  const started = performance.now()
  const end = started + seconds * 1_000
  const loop = async (connection: number) => {
    let now = performance.now()
    while (now < end && times.length + failed < requests) {
      const asked = now
      const isGood = await ask(connection)
      now = performance.now()
      if (isGood) times.push(now - asked)
      else failed++
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => loop(connection)))
  const tookSeconds = (performance.now() - started) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    requests: times.length + failed,
    failed,
    perSecond: times.length / tookSeconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}
