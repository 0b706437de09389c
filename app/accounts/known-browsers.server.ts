import { hash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

const knownMax = 20

const sha256 = (token: string) => hash('sha256', token, 'buffer')

interface Browser {
  /** Of its cookie; null if it has none. */
  token: string | null
  /** Such as "Chrome on Android". */
  inWords: string | null
}

/**
 * Tells the account of a log-in from a browser that it never logged in with. The first browser is not told of: there is
 * nobody else to tell. Returns the token by which the browser is known from now on.
 */
export async function noteBrowser(db: Db, { id }: { id: string }, { token, inWords }: Browser) {
  if (token && (await touch(db, id, token))) return token
  const others = await db.selectFrom('knownBrowsers').select('accountId').where('accountId', '=', id).executeTakeFirst()
  const newToken = token ?? randomBytes(32).toString('base64url')
  await db
    .insertInto('knownBrowsers')
    .values({ accountId: id, tokenSha256: sha256(newToken) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (others) {
    await forgetOldest(db, id)
    await tell(db, id, { event: 'new log-in', detail: inWords })
  }
  return newToken
}

async function touch(db: Db, accountId: string, token: string) {
  const { numUpdatedRows } = await db
    .updateTable('knownBrowsers')
    .set({ seenAt: sql`now()` })
    .where('accountId', '=', accountId)
    .where('tokenSha256', '=', sha256(token))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const forgetOldest = (db: Db, accountId: string) =>
  sql`delete from known_browsers where account_id = ${accountId} and token_sha256 in (
    select token_sha256 from known_browsers where account_id = ${accountId} order by seen_at desc offset ${knownMax}
  )`.execute(db)

export async function forgetOldBrowsers(db: Db) {
  await sql`delete from known_browsers where seen_at < now() - interval '400 days'`.execute(db)
}
