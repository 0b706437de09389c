import { sql } from 'kysely'

import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { lockRatedOrder } from './lock-rated-order.server.ts'
import { showRatings } from './show-ratings.server.ts'

/** By the team, in a transaction: it leaves the sums, too. Its author is told why. Null if there is no such rating. */
export async function hideRating(db: Db, id: string, reason: string) {
  const rating = await findRating(db, id)
  if (!rating) return null
  await lockRatedOrder(db, rating.orderId)
  const { rows } = await sql<{ authorId: string | null }>`
    with hidden as (
      update ratings set hidden_at = now(), shown_at = null
      where id = ${id} and hidden_at is null
      returning author_id, rated_id, by, stars, as_promised, communication, useful,
        (select old.shown_at is not null from ratings as old where old.id = ${id}) as was_shown
    ), taken as (
      update rating_sums as sums set
        ratings = sums.ratings - 1, stars = sums.stars - hidden.stars,
        promised = promised - (as_promised is true)::int, promised_of = promised_of - (as_promised is not null)::int,
        communication = sums.communication - (hidden.communication is true)::int,
        communication_of = communication_of - (hidden.communication is not null)::int,
        useful = sums.useful - (hidden.useful is true)::int, useful_of = useful_of - (hidden.useful is not null)::int
      from hidden where was_shown and sums.account_id = hidden.rated_id and sums.by = hidden.by
    )
    select author_id from hidden`.execute(db)
  const [hidden] = rows
  if (!hidden) return null
  // A seller without ratings has no row.
  await db.deleteFrom('ratingSums').where('accountId', '=', rating.ratedId).where('ratings', '=', 0).execute()
  if (hidden.authorId)
    await tell(db, hidden.authorId, { event: 'rating hidden', orderId: rating.orderId, detail: reason })
  return rating
}

/** As if it was given now: also those see it again who did before. */
export async function showRating(db: Db, id: string) {
  const rating = await findRating(db, id)
  if (!rating) return null
  await lockRatedOrder(db, rating.orderId)
  const { numUpdatedRows } = await db
    .updateTable('ratings')
    .set({ hiddenAt: null })
    .where('id', '=', id)
    .where('hiddenAt', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  await showRatings(db, rating.orderId, rating.ratedId)
  return rating
}

const findRating = (db: Db, id: string) =>
  db.selectFrom('ratings').select(['orderId', 'ratedId', 'authorId']).where('id', '=', id).executeTakeFirst()
