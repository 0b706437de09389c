import { randomUUIDv7 } from 'node:crypto'

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What comes in an address may be anything. */
export const isId = (text: string | null | undefined): text is string => typeof text === 'string' && pattern.test(text)

let last = ''

/**
 * Ids sort by the time they were made: newest first is one walk down an index, and a page ends at an id. Within one
 * millisecond they are random, so one that would sort before the last is thrown away, and the next is tried, at most
 * until the millisecond is over: only a clock that was set back lets one sort before.
 */
export function newId() {
  let id = randomUUIDv7()
  const giveUpAt = performance.now() + 2
  for (let isLate = false; id <= last && !isLate; id = randomUUIDv7()) isLate = performance.now() > giveUpAt
  last = id
  return id
}
