import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { lockRatedOrder } from './lock-rated-order.server.ts'
import { isBlind, mayRate, type Rater, ratingDays, tapsOf } from './rating-rules.ts'
import type { NewRating } from './rating-form-rules.ts'
import { showRatings } from './show-ratings.server.ts'

/** `gone`: there is no such order of this person, or nobody to rate. `too late`: it cannot be rated, or has been. */
type Added = 'done' | 'gone' | 'too late'

/** Idempotent: a rating with a used key counts as given. */
export const addRating = (db: Db, author: Pick<Viewer, 'id'>, rating: NewRating) =>
  db.transaction().execute((transaction) => addRatingIn(transaction, author, rating))

/** As above, in a transaction that is already running. */
export async function addRatingIn(transaction: Db, author: Pick<Viewer, 'id'>, rating: NewRating): Promise<Added> {
  const order = await lockRatedOrder(transaction, rating.rates)
  const by: Rater | null = order?.buyerId === author.id ? 'buyer' : order?.sellerId === author.id ? 'seller' : null
  const ratedId = by === 'buyer' ? order?.sellerId : order?.buyerId
  if (!order || !by || !ratedId) return 'gone'
  const given = await transaction
    .selectFrom('ratings')
    .select(['by', 'key', 'ratedId'])
    .where('orderId', '=', order.id)
    .execute()
  const own = given.find((one) => one.by === by)
  if (own) return own.key === rating.key ? 'done' : 'too late'
  if (!mayRate(by, order)) return 'too late'

  const asked = tapsOf(by, order.deal)
  await transaction
    .insertInto('ratings')
    .values({
      orderId: order.id,
      by,
      authorId: author.id,
      ratedId,
      stars: rating.stars,
      key: rating.key,
      asPromised: asked.includes('asPromised') ? rating.asPromised : null,
      communication: asked.includes('communication') ? rating.communication : null,
      useful: asked.includes('useful') ? rating.useful : null,
      words: rating.words || null,
      shownAt: null,
      showAt: sql<Date>`${order.stateSince}::timestamptz + make_interval(days => ${ratingDays})`,
    })
    .execute()
  if (given.length > 0 || !isBlind(order.deal)) await showRatings(transaction, order.id, author.id)
  else await tell(transaction, ratedId, { event: 'rating waits', orderId: order.id })
  return 'done'
}
