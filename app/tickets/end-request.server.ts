import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { answerDue } from './open-ticket.server.ts'

/** Who asked for a book has closed the request: its ticket is done. */
export async function endRequest(db: Db, bookRequestId: string) {
  const ended = await db
    .updateTable('tickets')
    .set({ state: 'done', endedAt: sql<Date>`now()` })
    .where('bookRequestId', '=', bookRequestId)
    .where('state', '<>', 'done')
    .returning('id')
    .executeTakeFirst()
  if (ended) await db.insertInto('ticketEntries').values({ ticketId: ended.id, event: 'done', by: 'person' }).execute()
}

export async function reopenRequest(db: Db, bookRequestId: string) {
  const opened = await db
    .updateTable('tickets')
    .set({ state: 'open', endedAt: null, dueAt: answerDue })
    .where('bookRequestId', '=', bookRequestId)
    .where('state', '=', 'done')
    .returning('id')
    .executeTakeFirst()
  if (!opened) return
  await db.insertInto('ticketEntries').values({ ticketId: opened.id, event: 'opened again', by: 'person' }).execute()
}
