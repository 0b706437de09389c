import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { withPicture } from '#app/files/pictures/joined-picture.ts'
import { hasFile } from './buyers-copy.server.ts'
import { maskedEmail } from '#app/format/masked.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'
import { averageOf, ratingsSeenBy } from '#app/ratings/rating-queries.server.ts'

import { hoursInState } from './lock-order.server.ts'
import type { OrdersAsked } from './orders-address.ts'
import { type Deed, hasCode, type OrderState, type OrderTab, orderTabs, type Side } from './order-rules.ts'

/** A search looks through this many of the newest orders. */
const searchedMax = 5_000
const countedMax = 100

/** Whether an order is this side's of the account. */
const isOf = (side: Side, account: Pick<Viewer, 'id'>) => (is: ExpressionBuilder<Tables, 'orders'>) =>
  is(side === 'buyer' ? 'orders.buyerId' : 'orders.sellerId', '=', account.id)

/** A page of the orders that somebody placed, or received, newest first. */
async function findIds(db: Db, side: Side, account: Pick<Viewer, 'id'>, { tab, search, before, first }: OrdersAsked) {
  let newest = db
    .selectFrom('orders')
    .select(['id', 'itemName', 'name'])
    .where(isOf(side, account))
    .orderBy('id', 'desc')
  if (tab) newest = newest.where(side === 'buyer' ? 'buyerTab' : 'sellerTab', '=', tab)
  if (isId(before)) newest = newest.where('id', '<', before)
  const found = search ? lookIn(db, newest, search) : newest.limit(pageSize + 1)
  const page = pageOf(await found.execute())
  const ids = page.rows.map(({ id }) => id)
  return { ids: isId(first) ? [first, ...ids.filter((id) => id !== first)] : ids, next: page.next }
}

/** Looks through a bounded number of orders, however many there are. */
const lookIn = (db: Db, newest: NewestOrders, search: string): NewestOrders =>
  db
    .selectFrom(newest.limit(searchedMax).as('orders'))
    .select(['id', 'itemName', 'name'])
    .where((is) => is.or([contains('itemName', search), contains('name', search)]))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)

type NewestOrders = SelectQueryBuilder<Tables, 'orders', Pick<Selectable<Tables['orders']>, 'id' | 'itemName' | 'name'>>

const contains = (column: 'itemName' | 'name', text: string) =>
  sql<boolean>`position(lower(${text}) in lower(${sql.ref(column)})) > 0`

/** How many orders stand under each tab, counted up to 100. */
export async function countOrders(db: Db, side: Side, { id }: Pick<Viewer, 'id'>) {
  const [account, column] =
    side === 'buyer' ? (['buyer_id', 'buyer_tab'] as const) : (['seller_id', 'seller_tab'] as const)
  const { rows } = await sql<{ tab: OrderTab; count: number }>`
    select tab, (
      select count(*)::int from (
        select from orders where ${sql.ref(account)} = ${id} and ${sql.ref(column)} = tab limit ${sql.lit(countedMax)}
      ) as counted
    ) as count
    from unnest(${[...orderTabs]}::text[]) as tab`.execute(db)
  return Object.fromEntries(rows.map(({ tab, count }) => [tab, count])) as Record<OrderTab, number>
}

/** Each step of the order after it was placed. */
export const orderHistory = sql<OrderStep[]>`(
  select coalesce(json_agg(json_build_object(
    'deed', deed, 'by', by, 'toState', to_state, 'reason', reason, 'detail', detail, 'at', created_at
  ) order by order_events.id), '[]')
  from order_events where order_events.order_id = orders.id
)`

export interface OrderStep {
  deed: Deed
  by: string
  toState: OrderState
  reason: string | null
  detail: string | null
  /** JSON has no dates. */
  at: string
}

export const isContactShown = sql<boolean>`coalesce(contact_until > now(), false)`

/** What this side sees of an order, and the other one likewise. */
const withItems = (db: Db, side: Side) =>
  db
    .selectFrom('orders')
    .leftJoin('files', 'files.key', 'orders.picture1')
    .select(['orders.id', 'orders.number', 'orders.kind', 'orders.deal', 'orders.state', 'orders.stateSince'])
    .select(['orders.itemName', 'orders.pricePaise', 'orders.quantity', 'orders.createdAt', 'orders.paymentDigits'])
    .select(['files.key as pictureKey', 'files.width as pictureWidth', 'files.height as pictureHeight'])
    .select([orderHistory.as('history'), isContactShown.as('isContactShown')])
    .select([hoursInState.as('hours'), ratingsSeenBy(side).as('ratings')])

/** The orders that a seller received. */
export async function listReceived(db: Db, seller: Pick<Viewer, 'id'>, asked: OrdersAsked) {
  const { ids, next } = await findIds(db, 'seller', seller, asked)
  if (ids.length === 0) return { orders: [], next }
  const rows = await withItems(db, 'seller')
    .leftJoin('ratingSums as buyerSums', (join) =>
      join.onRef('buyerSums.accountId', '=', 'orders.buyerId').on('buyerSums.by', '=', 'seller'),
    )
    .select(['orders.name', 'orders.pin', 'orders.email', 'orders.buyerId'])
    .select([averageOf('buyerSums').as('buyerRating'), 'buyerSums.ratings as buyerRatings'])
    .select(isStillForSale.as('isStillForSale'))
    .where('orders.id', 'in', ids)
    .where(isOf('seller', seller))
    .execute()
  const orders = inOrder(ids, rows).map(({ buyerId, ...order }) => ({
    ...withPicture(order),
    isBuyerHere: buyerId !== null,
    email: order.email !== null && !order.isContactShown ? maskedEmail(order.email) : order.email,
  }))
  return { orders, next }
}

/** Whether the post is there, and others may order it without a count of its copies. */
const isStillForSale = sql<boolean>`exists (
  select from posts where posts.id = orders.post_id and not exists (select from stock where stock.post_id = posts.id)
)`

export type ReceivedOrder = Awaited<ReturnType<typeof listReceived>>['orders'][number]

/** The orders that somebody placed, with what only the buyer may see. */
export async function listPurchases(db: Db, buyer: Pick<Viewer, 'id'>, asked: OrdersAsked) {
  const { ids, next } = await findIds(db, 'buyer', buyer, asked)
  if (ids.length === 0) return { orders: [], next }
  const rows = await withItems(db, 'buyer')
    .leftJoin('accounts', 'accounts.id', 'orders.sellerId')
    .leftJoin('handOverCodes', 'handOverCodes.orderId', 'orders.id')
    .select(['orders.postId', 'accounts.id as sellerId', 'accounts.name as sellerName', 'accounts.kind as sellerKind'])
    .select(['accounts.district as sellerDistrict', 'accounts.phone as sellerPhone', 'accounts.upiAddress'])
    .select('handOverCodes.code')
    .select(
      sql<number[]>`case when ${hasFile} then array(
        select number::int from order_files where order_files.order_id = orders.id order by number
      ) else '{}' end`.as('pdfs'),
    )
    .where('orders.id', 'in', ids)
    .where(isOf('buyer', buyer))
    .execute()
  const orders = inOrder(ids, rows).map(({ sellerPhone, code, ...order }) => ({
    ...withPicture(order),
    sellerPhone: order.isContactShown ? sellerPhone : null,
    code: hasCode(order.state) ? code : null,
  }))
  return { orders, next }
}

export type Purchase = Awaited<ReturnType<typeof listPurchases>>['orders'][number]

function inOrder<Row extends { id: string }>(ids: string[], rows: Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** An order with its item and buyer; null if it does not exist or is another seller's. */
export async function findOrder(db: Db, seller: Viewer, id: string) {
  if (!isId(id)) return null
  const order = await db
    .selectFrom('orders')
    .select(['id', 'kind', 'itemName', 'authorName', 'className', 'condition', 'description', 'publishYear'])
    .select(['originalPricePaise', 'sellingPricePaise', 'pricePaise', 'picture1', 'picture2', 'picture3'])
    .select([
      'name',
      'phone',
      'alternativePhone',
      'email',
      'pin',
      'address',
      'state',
      isContactShown.as('isContactShown'),
    ])
    .where('id', '=', id)
    .where('sellerId', '=', seller.id)
    .executeTakeFirst()
  if (!order) return null
  const { phone, alternativePhone, email, address, ...known } = order
  const contact = order.isContactShown ? { phone, alternativePhone, email, address } : null
  return { ...known, contact }
}

export type OrderDetail = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Whether buyers are told where to pay. */
export async function hasUpiAddress(db: Db, { id }: Pick<Viewer, 'id'>) {
  const account = await db.selectFrom('accounts').select('upiAddress').where('id', '=', id).executeTakeFirst()
  return account?.upiAddress !== null
}
