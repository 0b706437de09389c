import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { markSold } from '#app/posts/selling/stock.server.ts'

/** The seller says that the ordered item is not for sale any more. False if it is no order of theirs, or the post is gone. */
export async function markOrderedSold(db: Db, seller: Pick<Viewer, 'id'>, orderId: string) {
  if (!isId(orderId)) return false
  return db.transaction().execute(async (transaction) => {
    const order = await transaction
      .selectFrom('orders')
      .select('postId')
      .where('id', '=', orderId)
      .where('sellerId', '=', seller.id)
      .executeTakeFirst()
    return order ? markSold(transaction, seller, order.postId) : false
  })
}
