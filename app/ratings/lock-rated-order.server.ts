import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/**
 * The accounts are locked before the order, as by who deletes one: otherwise each of the two could wait for the other.
 * Locking the order lets what happens to its ratings happen one after the other.
 */
export async function lockRatedOrder(db: Db, id: string) {
  await sql`
    select from accounts, orders
    where orders.id = ${id} and accounts.id in (orders.buyer_id, orders.seller_id)
    order by accounts.id
    for key share of accounts`.execute(db)
  return db
    .selectFrom('orders')
    .select(['id', 'buyerId', 'sellerId', 'deal', 'state', 'stateSince'])
    .select(sql<number>`extract(epoch from now() - state_since)::float / 3600`.as('hours'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
