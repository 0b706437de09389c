import { type SqlBool, sql } from 'kysely'

import { dayMs, readDay } from '#app/format/dates.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId, lowestIdAt } from '#app/platform/ids.server.ts'

import type { AskedAudit } from './asked-audit.ts'

/** Rows of a page. */
const listedMax = 50

/** The newest first. The name is the account's present one: the audit itself keeps none. */
export async function listAudit(db: Db, { kind, event, member, about, from, to, before }: AskedAudit) {
  const found = await db
    .selectFrom('auditEvents')
    .leftJoin('accounts', 'accounts.id', 'auditEvents.accountId')
    .select(['auditEvents.id', 'auditEvents.kind', 'event', 'memberId', 'by', 'auditEvents.accountId', 'subject'])
    .select(['reason', 'auditEvents.createdAt', 'accounts.name as accountName'])
    .$if(kind !== null && event === null, (query) => query.where('auditEvents.kind', '=', sql.lit(kind!)))
    // A literal, as it is one of few: so the plan depends on how frequent this very event is.
    .$if(event !== null, (query) => query.where('event', '=', sql.lit(event!)))
    .$if(member !== '', (query) => query.where('memberId', '=', member))
    .$if(about !== '', (query) => query.where(isAbout(about)))
    .$if(from !== '', (query) => query.where('auditEvents.id', '>=', lowestIdAt(readDay(from)!)))
    .$if(to !== '', (query) => query.where('auditEvents.id', '<', lowestIdAt(dayAfter(readDay(to)!))))
    .$if(before !== null, (query) => query.where('auditEvents.id', '<', before!))
    .orderBy('auditEvents.id', 'desc')
    .limit(sql.lit(listedMax + 1))
    .execute()
  const rows = found.slice(0, listedMax)
  return { rows, next: found.length > listedMax ? rows.at(-1)!.id : null }
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>['rows'][number]

const dayAfter = (day: Date) => new Date(day.getTime() + dayMs)

/** An id is of a person, or of a member whom something was done to; a number is of a ticket or an order. */
function isAbout(about: string) {
  const subjects = /^\d+$/.test(about) ? [`ticket ${about}`, `order ${about}`] : [about, `member ${about}`]
  const accountId = isId(about) ? about : null
  return sql<SqlBool>`(audit_events.account_id = ${accountId}::uuid or subject = any(${subjects}))`
}

/** Everybody who is or was of the team. */
export const listAuditedMembers = (db: Db) =>
  db
    .selectFrom('teamMembers')
    .select(['id', 'name', sql<boolean>`ended_at is not null`.as('hasEnded')])
    .orderBy('name')
    .orderBy('id')
    .execute()
