import { sql } from 'kysely'

import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** Shows what was given for an order, and adds it to the sums of who was rated, who is told unless it is `actorId`. */
export async function showRatings(db: Db, orderId: string, actorId: string | null) {
  const shown = await db
    .updateTable('ratings')
    .set({ shownAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('shownAt', 'is', null)
    .where('hiddenAt', 'is', null)
    .returning(['id', 'ratedId', 'stars'])
    .execute()
  if (shown.length === 0) return
  // In the order of accounts: two orders between the same people could otherwise wait for each other.
  await sql`
    insert into rating_sums as sums (account_id, by, ratings, stars, promised, promised_of, communication,
      communication_of, useful, useful_of)
    select rated_id, by, 1, stars, ${said('as_promised')}, ${said('communication')}, ${said('useful')}
    from ratings where id = any(${shown.map(({ id }) => id)}::uuid[])
    order by rated_id, by
    on conflict (account_id, by) do update set
      ratings = sums.ratings + 1, stars = sums.stars + excluded.stars,
      promised = sums.promised + excluded.promised, promised_of = sums.promised_of + excluded.promised_of,
      communication = sums.communication + excluded.communication,
      communication_of = sums.communication_of + excluded.communication_of,
      useful = sums.useful + excluded.useful, useful_of = sums.useful_of + excluded.useful_of`.execute(db)
  for (const { ratedId, stars } of shown) {
    if (ratedId !== actorId) await tell(db, ratedId, { event: 'rating shown', orderId, detail: String(stars) })
  }
}

/** Whether yes was said, and whether anything was. */
const said = (column: string) => sql`coalesce(${sql.ref(column)}, false)::int, (${sql.ref(column)} is not null)::int`
