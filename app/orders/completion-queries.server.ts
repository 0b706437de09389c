import { type SqlBool, sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { type Completion, completionMin } from './describe-completion.ts'

/** Of the newest orders, so that old failures are forgotten, and the cost stays the same. */
const ordersMax = 100

const newest = (sellerId: string, tab: 'completed' | 'ended') => sql`(
  select id, state from orders where seller_id = ${sellerId} and seller_tab = ${sql.lit(tab)}
  order by id desc limit ${sql.lit(ordersMax)}
)`

/** Of an order's history: the seller cancelled what was accepted, or did not send or prepare it. */
export const isLetFall = sql<SqlBool>`(
  deed = 'cancel' and by = 'seller' or deed = 'expire' and from_state in ('packing', 'preparing')
)`

/**
 * How many of a seller's orders were completed, of those that were or that the seller let fall: by a cancellation after
 * accepting, or by not sending or preparing what was accepted. What was declined, or what the buyer ended, does not
 * count. Null if there are too few.
 */
export async function findCompletion(db: Db, sellerId: string): Promise<Completion | null> {
  const { rows } = await sql<Completion>`
    select count(*)::int as orders, count(*) filter (where state = 'completed')::int as completed
    from (
      select state from (
        ${newest(sellerId, 'completed')} union all ${newest(sellerId, 'ended')} order by id desc limit ${sql.lit(ordersMax)}
      ) as newest
      where state = 'completed' or exists (
        select from order_events
        where order_events.order_id = newest.id and to_state = newest.state
          and ${isLetFall}
      )
    ) as counted`.execute(db)
  const found = rows[0]!
  return found.orders < completionMin ? null : found
}
