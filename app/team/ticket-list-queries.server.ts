import { type SqlBool, sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { storableText } from '#app/posts/search/search-rules.ts'
import type { TicketKind } from '#app/tickets/ticket-rules.ts'

import { type AskedTickets, type TicketFilter, ticketFilters } from './asked-tickets.ts'
import { containing } from './like-pattern.ts'

/** Tickets of a page. */
const listedMax = 50
const foundPeopleMax = 200

const isOpen = sql<SqlBool>`state <> 'done'`
const isKind = (kind: TicketKind) => sql<SqlBool>`state <> 'done' and tickets.kind = ${sql.lit(kind)}`

const conditionOf = (filter: TicketFilter, memberId: string) =>
  ({
    open: isOpen,
    late: sql<SqlBool>`state <> 'done' and due_at < now()`,
    mine: sql<SqlBool>`state <> 'done' and holder_id = ${memberId}`,
    nobody: sql<SqlBool>`state <> 'done' and holder_id is null`,
    requests: isKind('request'),
    problems: isKind('problem'),
    reports: isKind('report'),
    messages: isKind('message'),
    waiting: sql<SqlBool>`state = 'waiting'`,
    done: sql<SqlBool>`state = 'done'`,
  })[filter]

/** What is due first comes first; of those that are done, what was ended last. */
export async function listTickets(db: Db, memberId: string, { filter, search, after }: AskedTickets) {
  const isDone = filter === 'done' && !search
  const [at, afterId] = after?.split('_') ?? []
  const rows = await db
    .selectFrom('tickets')
    .leftJoin('accounts', 'accounts.id', 'tickets.accountId')
    .leftJoin('contactMessages', 'contactMessages.id', 'contactMessageId')
    .leftJoin('teamMembers as holder', 'holder.id', 'holderId')
    .select([
      'tickets.id',
      'number',
      'tickets.kind',
      'subject',
      'state',
      'dueAt',
      'tickets.endedAt',
      'tickets.createdAt',
    ])
    .select(({ fn }) => fn.coalesce('accounts.name', 'contactMessages.name').as('person'))
    .select('holder.name as holder')
    .select(sql<boolean>`state <> 'done' and due_at < now()`.as('isLate'))
    .where(search ? isFound(search) : conditionOf(filter, memberId))
    .$if(Boolean(at && afterId && !isDone), (query) =>
      query.where(sql<SqlBool>`(due_at, tickets.id) > (${new Date(at!)}, ${afterId}::uuid)`),
    )
    .$if(Boolean(afterId && isDone), (query) =>
      query.where(sql<SqlBool>`(tickets.ended_at, tickets.id) < (
      (select ended_at from tickets where id = ${afterId}::uuid), ${afterId}::uuid
    )`),
    )
    .$if(isDone, (query) => query.orderBy('tickets.endedAt', 'desc').orderBy('tickets.id', 'desc'))
    .$if(!isDone, (query) => query.orderBy('dueAt').orderBy('tickets.id'))
    .limit(listedMax + 1)
    .execute()
  const tickets = rows.slice(0, listedMax)
  const last = rows.length > listedMax ? tickets.at(-1)! : null
  return { tickets, next: last && `${last.dueAt.toISOString()}_${last.id}` }
}

export type ListedTicket = Awaited<ReturnType<typeof listTickets>>['tickets'][number]

/** By number, by a part of the subject, or by a part of the name of who asked. */
function isFound(typed: string) {
  const search = storableText(typed)
  const number = /^[1-9][0-9]{0,8}$/.test(search) ? Number(search) : null
  const like = containing(search)
  return sql<SqlBool>`(
    number = ${number} or lower(subject) like ${like} or lower(contact_messages.name) like ${like}
    or tickets.account_id in (select id from accounts where lower(name) like ${like} limit ${foundPeopleMax})
  )`
}

/** How many tickets each filter shows. */
export async function countTickets(db: Db, memberId: string) {
  const { rows } = await sql<Record<Exclude<TicketFilter, 'done'>, number>>`
    select ${sql.join(
      countedFilters.map(
        (filter) => sql`count(*) filter (where ${conditionOf(filter, memberId)})::int as ${sql.ref(filter)}`,
      ),
    )}
    from tickets where state <> 'done'`.execute(db)
  return rows[0]!
}

const countedFilters = ticketFilters.filter((filter) => filter !== 'done')
