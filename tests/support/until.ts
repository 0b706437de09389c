import { vi } from 'vitest'

// On a busy machine everything comes late; a long limit costs nothing when it comes early.
const timeout = 60_000

/** Waits until `condition` answers something truthy, and gives it. An error of the condition ends the wait. */
export const until = <Answer>(condition: () => Answer | Promise<Answer>, { everyMs = 20 } = {}) =>
  vi.waitUntil(condition, { timeout, interval: everyMs })

/** Waits until `assertion` no longer throws, and gives its answer. */
export const untilHolds = <Answer>(assertion: () => Answer | Promise<Answer>) => vi.waitFor(assertion, { timeout })
