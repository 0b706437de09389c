import type { RouterContextProvider } from 'react-router'

import type { Config } from '#app/platform/config.server.ts'
import { addressContext, configContext, dbContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'
import { spend } from '#app/platform/limits.server.ts'

import { type TooMuch, uploadsPerDay } from './file-rules.ts'

const daySeconds = 24 * 60 * 60

/** Counts a file before it is read: null means go on. */
export type Quota = (bytes: number) => Promise<TooMuch | null>

export const noQuota: Quota = () => Promise.resolve(null)

export function tellTooMuch(tooMuch: TooMuch) {
  const headers = { 'Retry-After': String(tooMuch.waitSeconds) }
  return Response.json({ problem: tooMuch }, { status: 429, headers })
}

interface Sender {
  db: Db
  config: Config
  /** The id of whoever is signed in. */
  person: string | null
  address: string
}

/** Who is not signed in sends the one picture that a sign-up asks for: an address has room for some of those a day. */
export function uploadQuota({ db, config, person, address }: Sender): Quota {
  if (!config.rateLimits) return noQuota
  const quotas = person
    ? [
        { ...uploadsPerDay.ofPerson, of: `uploads of ${person}` },
        { ...uploadsPerDay.ofAddress, of: `uploads from ${address}` },
      ]
    : [{ ...uploadsPerDay.ofVisitors, of: `uploads of visitors from ${address}` }]
  return async (bytes) => {
    const charges = quotas.flatMap(({ of, files, maxBytes }) => [
      { of: `files: ${of}`, share: 1 / files },
      { of: `bytes: ${of}`, share: bytes / maxBytes },
    ])
    const waitSeconds = await spend(db, daySeconds, charges)
    return waitSeconds === 0 ? null : { waitSeconds }
  }
}

/** For a form that carries files. */
export const quotaIn = (context: Readonly<RouterContextProvider>, person: string | null) =>
  uploadQuota({
    db: context.get(dbContext),
    config: context.get(configContext),
    person,
    address: context.get(addressContext),
  })
