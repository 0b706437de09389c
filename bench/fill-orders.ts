import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** Orders of used copies that were just placed, in the order of their sellers and buyers. Resolves to their ids. */
export async function addPlacedOrders(db: Db, pairs: { sellerId: string; buyerId: string }[]) {
  const sellers = pairs.map(({ sellerId }) => sellerId)
  const buyers = pairs.map(({ buyerId }) => buyerId)
  const { rows } = await sql<{ id: string }>`
    insert into orders (
      id, key, kind, post_id, seller_id, buyer_id, item_name, original_price_paise, price_paise, quantity, name, phone, pin,
      address, deal, due_at
    )
    select uuidv7(), gen_random_uuid(), 'book', gen_random_uuid(), seller, buyer, 'Physics', 30000, 30000, 1, 'Rituraj Das',
      '9876543210', '781001', 'Panbazar, Guwahati', 'copy', now() + interval '1 day'
    from unnest(${sellers}::uuid[], ${buyers}::uuid[]) with ordinality as pairs (seller, buyer, nth)
    order by nth
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Orders that one person placed, each with its history: most of them are completed. */
export async function addPurchases(db: Db, buyerId: string, count: number) {
  await sql`
    with placed as (
      insert into orders (
        id, key, kind, post_id, seller_id, buyer_id, item_name, original_price_paise, price_paise, quantity, name, phone,
        pin, address, deal, state, buyer_tab, seller_tab
      )
      select uuidv7(), gen_random_uuid(), 'book', gen_random_uuid(), sellers[1 + n % array_length(sellers, 1)], ${buyerId},
        'Physics, part ' || n, 30000, 30000, 1, 'Rituraj Das', '9876543210', '781001', 'Panbazar, Guwahati', 'copy',
        case when n % 5 = 0 then 'sent' else 'completed' end,
        case when n % 5 = 0 then 'own' else 'completed' end,
        case when n % 5 = 0 then 'other' else 'completed' end
      from generate_series(1, ${count}::int) as n,
        (select array(select account_id from students order by account_id limit 300) as sellers) as known
      returning id, state
    )
    insert into order_events (order_id, deed, by, from_state, to_state)
    select id, deed, by, from_state, to_state
    from placed join (
      values ('accept to send', 'seller', 'placed', 'packing'), ('mark as sent', 'seller', 'packing', 'sent'),
        ('say received', 'buyer', 'sent', 'completed')
    ) as steps (deed, by, from_state, to_state) on to_state <> 'completed' or state = 'completed'`.execute(db)
  await sql`vacuum analyze orders, order_events`.execute(db) // as autovacuum would, in the middle of a measurement
}
