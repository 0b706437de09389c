import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'

import { doDeed } from './do-deed.server.ts'
import { lockOrder } from './lock-order.server.ts'

/** Cancels the open orders of an account that is being deleted, and tells the other side of each. */
export async function leaveOrders(db: Db, { id }: Pick<Viewer, 'id'>) {
  const open = ['own', 'other'] as const
  const orders = await lockOrder(db)
    .where((is) =>
      is.or([
        is.and([is('buyerId', '=', id), is('buyerTab', 'in', open)]),
        is.and([is('sellerId', '=', id), is('sellerTab', 'in', open)]),
      ]),
    )
    .orderBy('postId') // copies are given back in this order: two who leave at once would deadlock in others
    .orderBy('id')
    .execute()
  for (const order of orders)
    await doDeed(db, order, { deed: order.buyerId === id ? 'buyer left' : 'seller left', by: 'market' })
}
