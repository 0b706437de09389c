import type { TooMany } from './refuse-too-many.server.ts'

/**
 * Compares a form with the row that was written under its idempotency key. Null: there is none, the form is new. Added: it
 * is a retry, which gets the answer of the first try. Differs: the key stands for another content, so it is refused.
 */
export function compareSent<Content extends object>(
  row: { [Field in keyof Content]: unknown } | undefined,
  content: Content,
): 'added' | 'differs' | null {
  if (!row) return null
  const fields = Object.keys(content) as (keyof Content)[]
  return fields.every((field) => row[field] === content[field]) ? 'added' : 'differs'
}

/** Charges what is about to be written, or says why it may not be. Asked after the key: a retry is never refused. */
export type ChargeLimit = () => Promise<TooMany | null>

export const noLimit: ChargeLimit = () => Promise.resolve(null)
