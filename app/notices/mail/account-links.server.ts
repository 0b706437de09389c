import { hash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { linkMinutes } from '../notice-rules.ts'
import type { LinkPurpose } from '../notices.tables.ts'

// Links of mails, which do something for an account without its password. Only the hash of a token is stored.

const sha256 = (token: string) => hash('sha256', token, 'buffer')

const paths: Record<LinkPurpose, string> = { password: '/reset-password', 'e-mail': '/confirm-email' }

interface NewLink {
  purpose: LinkPurpose
  accountId: string
  /** The address that it goes to; null if the team hands it over. */
  email: string | null
}

/** Returns the path of a new link. */
export async function makeLink(db: Db, { purpose, accountId, email }: NewLink) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = sql<Date>`now() + make_interval(mins => ${linkMinutes[purpose]})`
  await db
    .insertInto('accountLinks')
    .values({ tokenSha256: sha256(token), purpose, accountId, email, expiresAt })
    .execute()
  return `${paths[purpose]}?token=${token}`
}

/** What the link may do; undefined if it was used, is too old, or never was one. */
export async function findLink(db: Db, purpose: LinkPurpose, token: string | null) {
  if (!token || !/^[\w-]{43}$/.test(token)) return undefined
  return db
    .selectFrom('accountLinks')
    .innerJoin('accounts', 'accounts.id', 'accountId')
    .select(['accountId', 'kind', 'accountLinks.email', 'accounts.email as currentEmail', 'accounts.phone'])
    .where('tokenSha256', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses the link up: resolves to false if somebody else was first. Other links for the same purpose end with it. */
export async function takeLink(db: Db, purpose: LinkPurpose, token: string) {
  const taken = await db
    .deleteFrom('accountLinks')
    .where('tokenSha256', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('accountId')
    .executeTakeFirst()
  if (taken) await endLinks(db, taken.accountId, purpose)
  return taken !== undefined
}

/** After what a link may do was done in another way. */
export async function endLinks(db: Db, accountId: string, purpose: LinkPurpose) {
  await db.deleteFrom('accountLinks').where('accountId', '=', accountId).where('purpose', '=', purpose).execute()
}
