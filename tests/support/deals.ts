import { type Kysely, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { type Change, changeOrder } from '#app/orders/change-order.server.ts'
import { listPurchases } from '#app/orders/order-queries.server.ts'
import type { Deed } from '#app/orders/order-rules.ts'
import { placeOrder } from '#app/orders/place-order.server.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { aBook, aNote, aStore, aStudent } from '#database/makers.ts'

/** An order's form, as a buyer fills it in. */
export const orderForm = (price: number) => ({
  key: crypto.randomUUID(),
  shownPaise: price,
  name: 'Rina',
  phone: '9876543210',
  alternativePhone: '',
  quantity: 1,
  pin: '781001',
  address: 'Panbazar',
})

/** Orders between two people, in this database. */
export function dealsIn(db: Kysely<Tables>) {
  /** A seller, a buyer and a new order between them. */
  async function deal(what: 'copy' | 'stock' | 'file', { pricePaise = 10_000, acceptsByItself = false } = {}) {
    const seller =
      what === 'stock' ? await aStore(db, { acceptsByItself }) : await aStudent(db, { upiAddress: 'r@upi' })
    const buyer = await aStudent(db)
    const post = await (what === 'file' ? aNote : aBook)(db, seller, { pricePaise })
    const placed = await placeOrder(db, { postId: post.id, buyer, order: orderForm(pricePaise) })
    if (typeof placed !== 'object' || !('orderId' in placed)) throw new Error('not placed')
    const { orderId } = placed
    const does = (person: Viewer, deed: Deed, said: Partial<Change> = {}) =>
      changeOrder(db, { orderId, person, deed, key: crypto.randomUUID(), ...said })
    const stands = () =>
      db
        .selectFrom('orders')
        .select(['state', 'buyerTab', 'sellerTab'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
    const purchase = async () => (await listPurchases(db, buyer, {})).orders[0]!
    const code = async () => (await purchase()).code!
    return { seller, buyer, post, orderId, does, stands, purchase, code }
  }

  /** As if so many hours had passed for this order. */
  const wait = (orderId: string, hours: number) =>
    sql`update orders set state_since = state_since - make_interval(hours => ${hours}),
      due_at = due_at - make_interval(hours => ${hours}), contact_until = contact_until - make_interval(hours => ${hours})
      where id = ${orderId}`.execute(db)

  return { deal, wait }
}
