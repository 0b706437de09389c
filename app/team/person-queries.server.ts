import { type SqlBool, sql } from 'kysely'

import { type AuditActor, noteAudit } from '#app/audit/note-audit.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { storableText } from '#app/posts/search/search-rules.ts'

import { containing } from './like-pattern.ts'

const foundMax = 50
const listedMax = 20

/** Accounts by id, phone, e-mail address, or part of the name. That somebody searched is noted in the audit. */
export async function searchPeople(db: Db, by: AuditActor, search: string) {
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'kind', 'name', 'district', 'createdAt'])
    .select(sql<boolean>`coalesce(suspended_until > now(), false)`.as('isSuspended'))
    .where(isAsked(search))
    .orderBy('id', 'desc')
    .limit(foundMax)
    .execute()
  // Not what was typed: it may be a phone number.
  await noteAudit(db, { event: 'people searched', by, subject: `${people.length} found` })
  return people
}

function isAsked(typed: string) {
  const search = storableText(typed)
  const isOfId: boolean = isId(search)
  if (isOfId) return sql<SqlBool>`id = ${search}`
  if (search.includes('@')) return sql<SqlBool>`lower(email) = ${search.toLowerCase()}`
  const digits = search.replaceAll(/\D/g, '').slice(-10)
  if (digits.length === 10) return sql<SqlBool>`phone = ${digits}`
  return sql<SqlBool>`lower(name) like ${containing(search)}`
}

/**
 * A person as the team sees them: no password, no hand-over code, no id number. That somebody looked is noted in the
 * audit.
 */
export async function readPerson(db: Db, by: AuditActor, id: string) {
  if (!isId(id)) return null
  const person = await db
    .selectFrom('accounts')
    .leftJoin('students', 'students.accountId', 'accounts.id')
    .leftJoin('stores', 'stores.accountId', 'accounts.id')
    .select(['accounts.id', 'accounts.kind', 'name', 'phone', 'email', 'accounts.district', 'accounts.createdAt'])
    .select(['className', 'collegeName', 'idType', 'stores.address', 'suspendedBecause'])
    .select(sql<boolean>`email_confirmed_at is not null`.as('isEmailConfirmed'))
    .select(sql<boolean>`coalesce(suspended_until > now(), false)`.as('isSuspended'))
    .select(sql<Date | null>`case when isfinite(suspended_until) then suspended_until end`.as('suspendedUntil'))
    .where('accounts.id', '=', id)
    .executeTakeFirst()
  if (!person) return null
  await noteAudit(db, { event: 'person read', by, accountId: id })
  const [posts, orders, ratings, sessions, tickets] = await Promise.all([
    db
      .selectFrom('allPosts')
      .select(['id', 'kind', 'name', 'payablePaise', 'hiddenBecause', 'createdAt'])
      .where('sellerId', '=', id)
      .orderBy('id', 'desc')
      .limit(listedMax)
      .execute(),
    db
      .selectFrom('orders')
      .select(['id', 'number', 'itemName', 'state', 'createdAt'])
      .select(sql<'buyer' | 'seller'>`case when buyer_id = ${id} then 'buyer' else 'seller' end`.as('side'))
      .where((is) => is.or([is('buyerId', '=', id), is('sellerId', '=', id)]))
      .orderBy('id', 'desc')
      .limit(listedMax)
      .execute(),
    db
      .selectFrom('ratings')
      .select(['id', 'by', 'stars', 'words', 'createdAt'])
      .select(sql<boolean>`hidden_at is not null`.as('isHidden'))
      .where('ratedId', '=', id)
      .orderBy('id', 'desc')
      .limit(listedMax)
      .execute(),
    db
      .selectFrom('sessions')
      .select(['id', 'browser', 'createdAt', 'seenAt'])
      .where('accountId', '=', id)
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy('seenAt', 'desc')
      .limit(listedMax)
      .execute(),
    db
      .selectFrom('tickets')
      .select(['number', 'kind', 'subject', 'state', 'createdAt'])
      .where('accountId', '=', id)
      .orderBy('id', 'desc')
      .limit(listedMax)
      .execute(),
  ])
  return { ...person, posts, orders, ratings, sessions, tickets }
}

export type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>

export const isPerson = async (db: Db, id: string) =>
  isId(id) && (await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
