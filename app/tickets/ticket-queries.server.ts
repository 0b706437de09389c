import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'

import { shownToPerson, type TicketEvent } from './ticket-rules.ts'

export interface ShownEntry {
  event: TicketEvent
  by: 'person' | 'team' | 'market'
  words: string | null
  createdAt: string
  /** Posts that it names, as far as they are still there. */
  posts: { id: string; name: string }[]
}

/** What the person asked the team, the newest first, with what was said. `first` comes before all others. */
export async function listOwnTickets(
  db: Db,
  accountId: string,
  { before, first }: { before: string | null; first: number | null },
) {
  const rows = await db
    .selectFrom('tickets')
    .leftJoin('contactMessages', 'contactMessages.id', 'contactMessageId')
    .leftJoin('bookRequests', 'bookRequests.id', 'bookRequestId')
    .leftJoin('reports as own', (join) =>
      join.onRef('own.ticketId', '=', 'tickets.id').on('own.reporterId', '=', accountId),
    )
    .select(['tickets.id', 'number', 'tickets.kind', 'subject', 'state', 'tickets.createdAt', 'dueAt', 'answeredAt'])
    .select(({ fn }) => fn.coalesce('contactMessages.reason', 'bookRequests.comment', 'own.words').as('asked'))
    .select(['own.reason as reported', 'own.createdAt as reportedAt'])
    .select(entriesForPerson.as('entries'))
    .where((is) =>
      is.or([
        is('tickets.accountId', '=', accountId),
        is('tickets.id', 'in', is.selectFrom('reports').select('ticketId').where('reporterId', '=', accountId)),
      ]),
    )
    .$if(first !== null, (query) => query.where('number', '=', first!))
    .$if(isId(before), (query) => query.where('tickets.id', '<', before!))
    .orderBy('tickets.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return pageOf(rows)
}

/** Of the ticket in the outer query. */
const entriesForPerson = sql<ShownEntry[]>`coalesce((
  select json_agg(json_build_object(
    'event', event, 'by', by, 'words', words, 'createdAt', created_at,
    'posts', array(
      select json_build_object('id', posts.id, 'name', posts.name) from posts where posts.id = any(post_ids)
    )
  ) order by ticket_entries.id)
  from ticket_entries where ticket_id = tickets.id and event = any(${sql.lit(`{${shownToPerson.map((event) => `"${event}"`).join(',')}}`)}::text[])
), '[]')`
