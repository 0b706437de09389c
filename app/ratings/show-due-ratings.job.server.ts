import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { lockRatedOrder } from './lock-rated-order.server.ts'
import { showRatings } from './show-ratings.server.ts'

/** Shows ratings whose other side did not come in time. Any number of processes may run it at once. */
export async function showDueRatings(db: Db) {
  let shown = 0
  while (await showNext(db)) shown++
  return shown
}

async function showNext(db: Db) {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('ratings')
      .select('orderId')
      .where('shownAt', 'is', null)
      .where('hiddenAt', 'is', null)
      .where('showAt', '<=', sql<Date>`now()`)
      .orderBy('showAt')
      .limit(1)
      .executeTakeFirst()
    if (!due) return false
    await lockRatedOrder(transaction, due.orderId) // another process may have shown it by then
    await showRatings(transaction, due.orderId, null)
    return true
  })
}
