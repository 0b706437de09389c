import type { RouterContextProvider } from 'react-router'

import { addressContext, configContext, dbContext } from '#app/platform/context.ts'

import { chargeBuckets } from './limits.server.ts'
import { tooManyRequests } from './too-many-requests.server.ts'
import { waitText } from './wait-rules.ts'

/** Bursts up to the limit, then one action per share of the time. More for an address, which a school shares. */
export interface Limit {
  /** The limited thing in plural, as the refusal names it. */
  of: string
  perPerson: number
  perAddress: number
  minutes: number
}

export interface TooMany {
  text: string
  init: { status: number }
}

/** Charges the limits of the person (null: unknown) and of the address; returns the refusal if one is exceeded. */
export async function refuseTooMany(
  context: Readonly<RouterContextProvider>,
  { of, perPerson, perAddress, minutes }: Limit,
  person: string | null,
): Promise<TooMany | null> {
  if (!context.get(configContext).rateLimits) return null
  const ofAddress = { of: `${of} from ${context.get(addressContext)}`, share: 1 / perAddress }
  const ofPerson = { of: `${of} of ${person}`, share: 1 / perPerson }
  const charges = person === null ? [ofAddress] : [ofAddress, ofPerson]
  const wait = await chargeBuckets(context.get(dbContext), minutes * 60, charges)
  if (wait === 0) return null
  return { text: `Too many ${of} in a short time. ${waitText(wait)}`, init: tooManyRequests(context, wait) }
}
