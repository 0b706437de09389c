import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { answerDue } from './open-ticket.server.ts'
import type { TicketReply } from './ticket-rules.ts'

/** The person who asked writes again: the ticket is open, also if it was done. Idempotent: a used key adds nothing. */
export async function replyToTicket(db: Db, accountId: string, { ticket, words, key }: TicketReply) {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('tickets')
      .select('id')
      .where('accountId', '=', accountId)
      .where('kind', '<>', 'report') // others may have reported the same
      .where('number', '=', Number(ticket))
      .forUpdate()
      .executeTakeFirst()
    if (!found) return 'gone'
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('ticketEntries')
      .values({ ticketId: found.id, event: 'reply', by: 'person', words, key })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return 'added'
    await transaction
      .updateTable('tickets')
      .set({
        state: sql`case state when 'new' then 'new' else 'open' end`,
        endedAt: null,
        dueAt: sql<Date>`case when answered_at is null then due_at else ${answerDue} end`,
      })
      .where('id', '=', found.id)
      .execute()
    return 'added'
  })
}
