import type { Viewer } from '#app/access/viewer.ts'
import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { lockRatedOrder } from './lock-rated-order.server.ts'

interface Answer {
  orderId: string
  words: string
}

/** Once, by who was rated. False if there is no such rating, or it has another answer; the same one counts as given. */
export async function answerRating(db: Db, rated: Pick<Viewer, 'id'>, { orderId, words }: Answer) {
  return db.transaction().execute(async (transaction) => {
    await lockRatedOrder(transaction, orderId)
    const rating = await findShown(transaction, rated, orderId)
    if (!rating) return false
    if (rating.answer !== null) return rating.answer === words
    await transaction.updateTable('ratings').set({ answer: words }).where('id', '=', rating.id).execute()
    if (rating.authorId) await tell(transaction, rating.authorId, { event: 'rating answered', orderId })
    return true
  })
}

/** The rating that somebody got for an order, once it is shown. */
export const findShown = (db: Db, rated: Pick<Viewer, 'id'>, orderId: string) =>
  db
    .selectFrom('ratings')
    .select(['id', 'authorId', 'answer', 'reportedAt'])
    .where('orderId', '=', orderId)
    .where('ratedId', '=', rated.id)
    .where('shownAt', 'is not', null)
    .executeTakeFirst()
