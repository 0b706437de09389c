import type { Viewer } from '#app/accounts/account-rules.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'

/** The orders that a seller received, newest first. */
export async function listOrders(db: Db, seller: Viewer, before: string | null) {
  let query = db
    .selectFrom('orders')
    .select(['id', 'kind', 'itemName', 'name', 'pin', 'email', 'pricePaise', 'quantity', 'createdAt'])
    .where('sellerId', '=', seller.id)
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (isId(before)) query = query.where('id', '<', before)

  const { rows: orders, next } = pageOf(await query.execute())
  return { orders, next }
}

export type ReceivedOrder = Awaited<ReturnType<typeof listOrders>>['orders'][number]

/** An order with its item and buyer; null if it does not exist or is another seller's. */
export async function findOrder(db: Db, seller: Viewer, id: string) {
  if (!isId(id)) return null
  const order = await db
    .selectFrom('orders')
    .select(['id', 'kind', 'itemName', 'authorName', 'className', 'condition', 'description', 'publishYear'])
    .select(['originalPricePaise', 'sellingPricePaise', 'pricePaise', 'picture1', 'picture2', 'picture3'])
    .select(['name', 'phone', 'alternativePhone', 'email', 'pin', 'address'])
    .where('id', '=', id)
    .where('sellerId', '=', seller.id)
    .executeTakeFirst()
  return order ?? null
}

export type OrderDetail = NonNullable<Awaited<ReturnType<typeof findOrder>>>
