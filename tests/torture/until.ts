import { setTimeout as sleep } from 'node:timers/promises'

/** Polls `ask` until its result is truthy, and returns that; after `maxMs` throws an error that names `what`. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  { maxMs = 30_000, everyMs = 20 } = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + maxMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > deadline) throw new Error(`After ${maxMs / 1_000} s there is still no ${what}`)
    await sleep(everyMs)
  }
}

export const isReady = (address: string) =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
