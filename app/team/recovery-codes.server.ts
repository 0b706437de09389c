import { hash, randomBytes } from 'node:crypto'

import type { Db } from '#app/platform/db.server.ts'

import { recoveryCodes } from './team-rules.ts'
import { toBase32 } from './time-code.server.ts'

/** 80 random bits each: a hash without salt keeps them. */
const sha256 = (code: string) => hash('sha256', code, 'buffer')

/** Replaces the codes of a member. They are shown once: only their hashes are stored. */
export async function renewRecoveryCodes(db: Db, memberId: string) {
  const codes = Array.from({ length: recoveryCodes }, () => toBase32(randomBytes(10)))
  await db.deleteFrom('teamRecoveryCodes').where('memberId', '=', memberId).execute()
  await db
    .insertInto('teamRecoveryCodes')
    .values(codes.map((code) => ({ memberId, codeSha256: sha256(code) })))
    .execute()
  return codes
}

/** Uses a code up: false if the member has no such code. */
export async function takeRecoveryCode(db: Db, memberId: string, code: string) {
  const { numDeletedRows } = await db
    .deleteFrom('teamRecoveryCodes')
    .where('memberId', '=', memberId)
    .where('codeSha256', '=', sha256(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
