import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { AccountKind, Viewer } from './account-rules.ts'

const dayMs = 86_400_000
export const sessionMs = 30 * dayMs

const sha256 = (token: string) => createHash('sha256').update(token).digest()

export async function startSession(db: Db, account: { kind: AccountKind; id: string }) {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      tokenSha256: sha256(token),
      studentId: account.kind === 'student' ? account.id : null,
      storeId: account.kind === 'store' ? account.id : null,
      expiresAt: new Date(Date.now() + sessionMs),
    })
    .execute()
  return token
}

interface Session {
  viewer: Viewer
  /** Whether it is time to make it last 30 days again: once a day is enough. */
  isAging: boolean
  /** Whether the viewer has posts. */
  isSeller: boolean
}

/** Whose session it is. */
export async function findSession(db: Db, token: string): Promise<Session | null> {
  const [row] = await sessionOf(db, { tokenSha256: sha256(token) })
  if (!row) return null

  const isAging = row.expiresAt.getTime() - Date.now() < sessionMs - dayMs
  const viewer: Viewer =
    row.studentId === null
      ? { kind: 'store', id: row.storeId!, name: row.storeName! }
      : { kind: 'student', id: row.studentId, name: row.studentName!, phone: row.studentPhone! }
  return { viewer, isAging, isSeller: row.isSeller }
}

const sessionOf = builtOnce((db, { tokenSha256 }: { tokenSha256: Buffer }) =>
  db
    .selectFrom('sessions')
    .leftJoin('students', 'students.id', 'sessions.studentId')
    .leftJoin('stores', 'stores.id', 'sessions.storeId')
    .select([
      'sessions.expiresAt',
      'sessions.studentId',
      'sessions.storeId',
      'students.name as studentName',
      'students.phone as studentPhone',
      'stores.name as storeName',
      // The newest, which the index of a seller's posts has first: for `exists` PostgreSQL may read all posts there are.
      sql<boolean>`coalesce(
        (select id from posts where posts.student_id = sessions.student_id order by id desc limit 1),
        (select id from posts where posts.store_id = sessions.store_id order by id desc limit 1)
      ) is not null`.as('isSeller'),
    ])
    .where('tokenSha256', '=', tokenSha256)
    .where('expiresAt', '>', sql<Date>`now()`),
)

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
