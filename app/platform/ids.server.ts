import { randomUUIDv7 } from 'node:crypto'

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** For ids from URLs, which may be anything. */
export const isId = (text: string | null | undefined): text is string => typeof text === 'string' && pattern.test(text)

let last = ''

/**
 * UUIDv7 ids sort by creation time, so "newest first" is an index scan and a page ends at an id. Within a millisecond
 * they are random: those that sort before the last one are discarded, for at most 2 ms, so that only a clock set back
 * breaks the order.
 */
export function newId() {
  let id = randomUUIDv7()
  const giveUpAt = performance.now() + 2
  for (let isLate = false; id <= last && !isLate; id = randomUUIDv7()) isLate = performance.now() > giveUpAt
  last = id
  return id
}

/** The lowest id that a row made at this time can have: ids from it on are those made then or later. */
export function lowestIdAt(time: Date) {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
