import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { tell } from '#app/notices/tell.server.ts'
import { openTicket } from '#app/tickets/open-ticket.server.ts'
import type { Reported } from '#app/tickets/ticket-rules.ts'

import type { NewReport } from './report-rules.ts'

interface ReportedThing {
  reported: Reported
  id: string
}

/** What somebody wants to report, in a few words; null if it is not there, is hidden, or is their own. */
export async function findReported(db: Db, reporterId: string, { reported, id }: ReportedThing) {
  if (!isId(id)) return null
  const { rows } = await queries[reported](id).execute(db)
  const [found] = rows
  return found && found.ownerId !== reporterId ? { words: found.words } : null
}

/** Only what everybody can see. */
const queries = {
  post: (id: string) => sql<Found>`select seller_id as owner_id, name as words from posts where id = ${id}`,
  comment: (id: string) =>
    sql<Found>`select author_id as owner_id, left(comment, 200) as words from comments where id = ${id}`,
  rating: (id: string) => sql<Found>`
    select author_id as owner_id, coalesce(left(words, 200), stars || ' stars') as words from ratings
    where id = ${id} and shown_at is not null`,
  person: (id: string) => sql<Found>`
    select id as owner_id, name as words from accounts where id = ${id} and suspended_until is null`,
}

interface Found {
  ownerId: string | null
  words: string
}

const titles: Record<Reported, string> = { post: 'Post', comment: 'Comment', rating: 'Rating', person: 'Person' }

/**
 * Several people who report the same thing have one ticket. Returns its number; null if there is nothing to report. Who
 * reports it twice adds nothing.
 */
export async function addReport(db: Db, reporterId: string, thing: ReportedThing, { reason, words }: NewReport) {
  const found = await findReported(db, reporterId, thing)
  if (!found) return null
  const { reported, id: reportedId } = thing
  return db.transaction().execute(async (transaction) => {
    // Of two people who report it at once, one opens the ticket and the other waits.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${reported} ${reportedId}`}, 0))`.execute(
      transaction,
    )
    const open = await transaction
      .selectFrom('tickets')
      .select(['id', 'number'])
      .where('reported', '=', reported)
      .where('reportedId', '=', reportedId)
      .where('state', '<>', 'done')
      .executeTakeFirst()
    const subject = `${titles[reported]}: ${found.words}`
    const ticket =
      open ?? (await openTicket(transaction, { kind: 'report', accountId: reporterId, subject, reported, reportedId }))
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('reports')
      .values({ ticketId: ticket.id, reporterId, reason, words: words || null })
      .onConflict((conflict) => conflict.columns(['ticketId', 'reporterId']).doNothing())
      .executeTakeFirst()
    if (open && numInsertedOrUpdatedRows === 1n)
      await tell(transaction, reporterId, { event: 'ticket opened', ticketId: ticket.id })
    return ticket.number
  })
}
