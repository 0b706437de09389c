import type { RouterContextProvider } from 'react-router'

import { comeBackAfter } from './come-back-after.server.ts'
import { addressContext, configContext, dbContext } from './context.ts'
import { spend } from './limits.server.ts'
import { waitText } from './wait-rules.ts'

/** So many at once, and then as many more as come free evenly over the time. Of an address more: a school shares one. */
export interface Limit {
  /** What there can be too many of, in the words of the answer. */
  of: string
  perPerson: number
  perAddress: number
  minutes: number
}

export interface TooMany {
  text: string
  init: { status: number }
}

/** The answer to what is done too often, by this person (where it is known who) or from this address; else it is counted. */
export async function refuseTooMany(
  context: Readonly<RouterContextProvider>,
  { of, perPerson, perAddress, minutes }: Limit,
  person: string | null,
): Promise<TooMany | null> {
  if (!context.get(configContext).rateLimits) return null
  const ofAddress = { of: `${of} from ${context.get(addressContext)}`, share: 1 / perAddress }
  const ofPerson = { of: `${of} of ${person}`, share: 1 / perPerson }
  const charges = person === null ? [ofAddress] : [ofAddress, ofPerson]
  const wait = await spend(context.get(dbContext), minutes * 60, charges)
  if (wait === 0) return null
  return { text: `Too many ${of} in a short time. ${waitText(wait)}`, init: comeBackAfter(context, wait) }
}
