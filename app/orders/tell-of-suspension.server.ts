import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { openStates } from './order-rules.ts'

/** Warns the other side of every open order of an account that is suspended. */
export async function tellOfSuspension(db: Db, accountId: string) {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'buyerId', 'sellerId'])
    .where((is) => is.or([is('buyerId', '=', accountId), is('sellerId', '=', accountId)]))
    .where('state', 'in', openStates)
    .execute()
  for (const { id, buyerId, sellerId } of orders) {
    const other = buyerId === accountId ? sellerId : buyerId
    if (other) await tell(db, other, { event: 'partner suspended', orderId: id })
  }
}
