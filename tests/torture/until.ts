import { setTimeout as sleep } from 'node:timers/promises'

/** What is asked for, once it is so; an error that names it where it never comes to be. */
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
