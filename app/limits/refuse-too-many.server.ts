import { data, type RouterContextProvider } from 'react-router'

import { addressContext, configContext, retryAfterContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'

import { chargeBuckets } from './limits.server.ts'
import { waitText } from './wait-rules.ts'

/** Bursts up to the limit, then one action per share of the time. More for an address, which a school shares. */
export interface Limit {
  /** The limited thing in plural, as the refusal names it. */
  of: string
  perPerson: number
  perAddress: number
  minutes: number
}

/** Who sends what is limited. */
export interface Sender {
  /** An account's id, or whom a form names; null: unknown. */
  person: string | null
  address: string
}

export interface TooMany {
  text: string
  waitSeconds: number
}

/** Charges the limits of the person and of the address; returns the refusal if one is exceeded. Without a sender nothing is limited. */
export async function refuseTooMany(
  db: Db,
  { of, perPerson, perAddress, minutes }: Limit,
  sender: Sender | null,
): Promise<TooMany | null> {
  if (!sender) return null
  const ofAddress = { of: `${of} from ${sender.address}`, share: 1 / perAddress }
  const ofPerson = { of: `${of} of ${sender.person}`, share: 1 / perPerson }
  const charges = sender.person === null ? [ofAddress] : [ofAddress, ofPerson]
  const waitSeconds = await chargeBuckets(db, minutes * 60, charges)
  if (waitSeconds === 0) return null
  return { text: `Too many ${of} in a short time. ${waitText(waitSeconds)}`, waitSeconds }
}

/** Who sent this request; null with RATE_LIMITS=off. */
export const senderOf = (context: Readonly<RouterContextProvider>, person: string | null): Sender | null =>
  context.get(configContext).rateLimits ? { person, address: context.get(addressContext) } : null

/** The answer to a form that is refused, which keeps what was typed. */
export const answerTooMany = (
  context: Readonly<RouterContextProvider>,
  tooMany: TooMany,
  typed: Record<string, string> = {},
) =>
  data(
    { notice: { kind: 'invalid' as const, text: tooMany.text }, typed },
    tooManyRequests(context, tooMany.waitSeconds),
  )

/** React Router drops an action's headers, so server/pages.ts sets Retry-After from the context. */
export function tooManyRequests(context: Readonly<RouterContextProvider>, seconds: number) {
  context.set(retryAfterContext, seconds)
  return { status: 429 }
}
