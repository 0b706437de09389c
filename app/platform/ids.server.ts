import { randomUUIDv7 } from 'node:crypto'

/** Ids sort by the time they were made: newest first is one walk down an index, and a page ends at an id. */
export const newId = () => randomUUIDv7()
