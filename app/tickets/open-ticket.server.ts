import { sql } from 'kysely'

import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { type Reported, ticketClocks, type TicketKind } from './ticket-rules.ts'

const subjectMax = 200

interface NewTicket {
  kind: TicketKind
  /** Who is told of it; null: nobody can be. */
  accountId: string | null
  /** Only its first line is kept. */
  subject: string
  bookRequestId?: string
  contactMessageId?: string
  orderId?: string
  reported?: Reported
  reportedId?: string
  by?: 'person' | 'market'
}

/** Belongs into the transaction of what it is about. Tells the person the number. */
export async function openTicket(db: Db, { subject, by = 'person', ...ticket }: NewTicket) {
  const { id, number } = await db
    .insertInto('tickets')
    .values({ ...ticket, subject: firstLine(subject), dueAt: answerDue })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await db.insertInto('ticketEntries').values({ ticketId: id, event: 'asked', by }).execute()
  if (ticket.accountId) await tell(db, ticket.accountId, { event: 'ticket opened', ticketId: id })
  return { id, number }
}

interface ProblemOfOrder {
  orderId: string
  /** The buyer. */
  accountId: string | null
  subject: string
  by: 'person' | 'market'
}

/** A problem of an order. If the order has an open ticket already, it gets an entry. */
export async function openProblem(db: Db, problem: ProblemOfOrder) {
  const open = await openTicketOf(db, problem.orderId)
  if (!open) {
    await openTicket(db, { kind: 'problem', ...problem })
    return
  }
  const words = firstLine(problem.subject)
  await db.insertInto('ticketEntries').values({ ticketId: open.id, event: 'asked', by: problem.by, words }).execute()
  await db.updateTable('tickets').set({ state: 'open', dueAt: answerDue }).where('id', '=', open.id).execute()
}

/** The order is over, and what was wrong with it with it. */
export async function endProblem(db: Db, orderId: string) {
  const open = await openTicketOf(db, orderId)
  if (!open) return
  await db
    .updateTable('tickets')
    .set({ state: 'done', endedAt: sql<Date>`now()` })
    .where('id', '=', open.id)
    .execute()
  await db.insertInto('ticketEntries').values({ ticketId: open.id, event: 'done', by: 'market' }).execute()
}

const openTicketOf = (db: Db, orderId: string) =>
  db
    .selectFrom('tickets')
    .select(['id', 'number'])
    .where('orderId', '=', orderId)
    .where('state', '<>', 'done')
    .forUpdate()
    .executeTakeFirst()

/** From now on. */
export const answerDue = sql<Date>`now() + make_interval(hours => ${sql.lit(ticketClocks.answerHours)})`
/** From when the ticket was opened on. */
export const endDue = sql<Date>`created_at + make_interval(months => ${sql.lit(ticketClocks.endMonths)})`

function firstLine(text: string) {
  const letters = Array.from(text.trim().split('\n')[0]!.trim())
  return letters.length > subjectMax ? `${letters.slice(0, subjectMax - 1).join('')}…` : letters.join('')
}
