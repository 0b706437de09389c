import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** A post that may be the book of these requests: the history of their tickets has it. */
export async function noteMatchesOnTickets(db: Db, bookRequestIds: string[], postId: string) {
  if (bookRequestIds.length === 0) return
  await sql`
    insert into ticket_entries (ticket_id, event, by, post_ids)
    select id, 'match', 'market', array[${postId}::uuid]
    from tickets where book_request_id = any(${bookRequestIds}::uuid[])`.execute(db)
}
