import { hash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { sessionDays } from './account-rules.ts'
import type { Viewer } from '#app/access/viewer.ts'

const dayMs = 86_400_000
export const sessionMs = sessionDays.unused * dayMs
const listedMax = 50

const sha256 = (token: string) => hash('sha256', token, 'buffer')

/** `browser` in words, such as "Chrome on Android". */
export async function startSession(db: Db, account: { id: string }, browser: string | null = null) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + sessionMs)
  await db
    .insertInto('sessions')
    .values({ tokenSha256: sha256(token), accountId: account.id, browser, expiresAt })
    .execute()
  return token
}

interface Session {
  id: string
  viewer: Viewer
  needsExtension: boolean
}

/** The session with its account, and whether to extend it, which is done once a day at most. */
export async function findSession(db: Db, token: string): Promise<Session | null> {
  const { rows } = await sql<Viewer & { sessionId: string; seenAt: Date }>`
    select sessions.id as session_id, seen_at, accounts.id, kind, name, phone
    from sessions join accounts on accounts.id = account_id
    where token_sha256 = ${sha256(token)} and expires_at > now()
      and (suspended_until is null or suspended_until <= now())`.execute(db)
  const [row] = rows
  if (!row) return null
  const { sessionId, seenAt, ...viewer } = row
  return {
    id: sessionId,
    viewer,
    needsExtension: Date.now() - seenAt.getTime() > dayMs,
  }
}

/** Begins its days without use anew, but never lasts longer than all its days. */
export async function extendSession(db: Db, token: string) {
  await sql`
    update sessions
    set seen_at = now(),
      expires_at = least(${new Date(Date.now() + sessionMs)}, created_at + make_interval(days => ${sessionDays.most}))
    where token_sha256 = ${sha256(token)} and expires_at > now()`.execute(db)
}

/** Where the account is logged in, the last used first. */
export const listSessions = (db: Db, { id }: Pick<Viewer, 'id'>) =>
  db
    .selectFrom('sessions')
    .select(['id', 'browser', 'createdAt', 'seenAt'])
    .where('accountId', '=', id)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(listedMax)
    .execute()

/** Ends one session of the account. */
export async function endSessionOf(db: Db, { id }: Pick<Viewer, 'id'>, sessionId: string) {
  await db.deleteFrom('sessions').where('accountId', '=', id).where('id', '=', sessionId).execute()
}

export async function endAllSessions(db: Db, { id }: Pick<Viewer, 'id'>) {
  await db.deleteFrom('sessions').where('accountId', '=', id).execute()
}

export async function endSession(db: Db, token: string) {
  await db.deleteFrom('sessions').where('tokenSha256', '=', sha256(token)).execute()
}

export async function endExpiredSessions(db: Db) {
  await sql`delete from sessions where expires_at < now()`.execute(db)
}
