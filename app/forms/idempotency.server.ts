import type { TooMany } from '#app/limits/refuse-too-many.server.ts'

/**
 * Compares a form with the row stored under its idempotency key. Null: no row, the form is new. Added: a retry, which
 * gets the first answer again. Differs: the key was used for other content, so the form is refused.
 */
export function compareWithStored<Content extends object>(
  row: { [Field in keyof Content]: unknown } | undefined,
  content: Content,
): 'added' | 'differs' | null {
  if (!row) return null
  const fields = Object.keys(content) as (keyof Content)[]
  return fields.every((field) => row[field] === content[field]) ? 'added' : 'differs'
}

/** Charges the rate limit, or returns the refusal, which a retry never gets. */
export type ChargeLimit = () => Promise<TooMany | null>

export const noLimit: ChargeLimit = () => Promise.resolve(null)
