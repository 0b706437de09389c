import { hash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import type { Viewer } from './account-rules.ts'

const dayMs = 86_400_000
export const sessionMs = 30 * dayMs

const sha256 = (token: string) => hash('sha256', token, 'buffer')

export async function startSession(db: Db, account: { id: string }) {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({ tokenSha256: sha256(token), accountId: account.id, expiresAt: new Date(Date.now() + sessionMs) })
    .execute()
  return token
}

/** The session's account, and whether to extend its 30 days again, which is done once a day at most. */
export async function findSession(db: Db, token: string): Promise<{ viewer: Viewer; needsExtension: boolean } | null> {
  const { rows } = await sql<Viewer & { expiresAt: Date }>`
    select expires_at, accounts.id, kind, name, phone
    from sessions join accounts on accounts.id = account_id
    where token_sha256 = ${sha256(token)} and expires_at > now()`.execute(db)
  const [row] = rows
  if (!row) return null
  const { expiresAt, ...viewer } = row
  return { viewer, needsExtension: expiresAt.getTime() - Date.now() < sessionMs - dayMs }
}

export async function extendSession(db: Db, token: string) {
  await db
    .updateTable('sessions')
    .set({ expiresAt: new Date(Date.now() + sessionMs) })
    .where('tokenSha256', '=', sha256(token))
    .execute()
}

export async function endSession(db: Db, token: string) {
  await db.deleteFrom('sessions').where('tokenSha256', '=', sha256(token)).execute()
}

export async function endExpiredSessions(db: Db) {
  await sql`delete from sessions where expires_at < now()`.execute(db)
}
