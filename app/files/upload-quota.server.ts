import { chargeBuckets } from '#app/limits/limits.server.ts'
import type { Sender } from '#app/limits/refuse-too-many.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { type TooMuch, uploadsPerDay } from './file-rules.ts'

const daySeconds = 24 * 60 * 60

/** Charges an upload before its body is read. Null: allowed. */
export type Quota = (bytes: number) => Promise<TooMuch | null>

export const noQuota: Quota = () => Promise.resolve(null)

export function quotaExceededResponse(tooMuch: TooMuch) {
  const headers = { 'Retry-After': String(tooMuch.waitSeconds) }
  return Response.json({ problem: tooMuch }, { status: 429, headers })
}

/** Visitors upload only the picture of a store's sign-up: all of one address share a small quota. */
export function uploadQuota(db: Db, sender: Sender | null): Quota {
  if (!sender) return noQuota
  const { person, address } = sender
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
    const waitSeconds = await chargeBuckets(db, daySeconds, charges)
    return waitSeconds === 0 ? null : { waitSeconds }
  }
}
