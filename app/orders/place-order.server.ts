import type { Viewer } from '#app/access/viewer.ts'
import { type ChargeLimit, compareWithStored, noLimit } from '#app/forms/idempotency.server.ts'
import type { TooMany } from '#app/limits/refuse-too-many.server.ts'
import { tellEach } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/ids.server.ts'
import { mayDealIn } from '#app/posts/deal-rules.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { takeCopies } from '#app/posts/selling/stock.server.ts'

import { doDeed, dueAfter } from './do-deed.server.ts'
import { lockOrder } from './lock-order.server.ts'
import { keepOrderFiles } from './order-files.server.ts'
import { clockOf, dealOf, tabOf } from './order-rules.ts'
import type { NewOrder } from './purchase-rules.ts'
import { rememberBuyerDetails } from './save-buyer-details.server.ts'

interface Purchase {
  postId: string
  buyer: Viewer
  order: NewOrder
}

type Placed =
  | { orderId: string }
  | { newPaise: number }
  | { tooMany: TooMany }
  | 'gone'
  | 'own'
  | 'differs'
  | 'not for stores'
  /** Fewer copies are left than were ordered. */
  | { left: number }

/**
 * Takes seller, kind and price from the post; refuses if the price is not the one that the buyer saw. Idempotent: a used
 * key returns the first result, whatever has changed since, or 'differs' if the content is another.
 */
export async function placeOrder(db: Db, purchase: Purchase, chargeLimit: ChargeLimit = noLimit): Promise<Placed> {
  const tooMany = await chargeLimit()
  const placed = tooMany ? { tooMany } : await tryToPlace(db, purchase)
  if (typeof placed === 'object' && 'orderId' in placed) return placed
  // Retries are few, so that they are looked for only here: they count to the limit, but are never refused.
  return (await findPlaced(db, purchase)) ?? placed
}

async function tryToPlace(db: Db, purchase: Purchase): Promise<Placed> {
  if (!isId(purchase.postId)) return 'gone'
  try {
    return await db.transaction().execute((transaction) => placeIn(transaction, purchase))
  } catch (error) {
    if (error instanceof PlacedBefore) return 'differs'
    throw error
  }
}

/** In a transaction that is open already. */
export async function placeIn(transaction: Db, purchase: Purchase): Promise<Placed> {
  const { postId, buyer, order } = purchase
  const { key, shownPaise } = order
  const content = contentOf(purchase)
  const post = await transaction
    .selectFrom('posts')
    .innerJoin('accounts', 'accounts.id', 'posts.sellerId')
    .leftJoin('stores', 'stores.accountId', 'posts.sellerId')
    .leftJoin('stock', 'stock.postId', 'posts.id')
    .select(['posts.id', 'posts.kind', 'sellerId', 'posts.name', 'authorName', 'className', 'condition', 'description'])
    .select(['publishYear', 'pricePaise', 'sellingPricePaise', 'discount', 'picture1', 'picture2', 'picture3'])
    .select(['pdf1', 'pdf2', 'accounts.kind as sellerKind', 'stores.acceptsByItself'])
    .select(['stock.copies', 'isSoldOut'])
    .where('posts.id', '=', postId)
    .forNoKeyUpdate('posts') // prevents deletion and price changes until commit; who else orders it waits
    .executeTakeFirst()
  if (!post) return 'gone'
  if (!mayDealIn(buyer.kind, post.kind)) return 'not for stores'
  if (buyer.id === post.sellerId) return 'own'
  const pricePaise = payablePaise(post)
  if (pricePaise !== shownPaise) return { newPaise: pricePaise }

  // Most sellers do not count. `copies` may be from before the lock, `isSoldOut` is not.
  const isCounted = post.copies !== null || post.isSoldOut
  const taken = isCounted ? await takeCopies(transaction, postId, content.quantity) : 'not counted'
  if (typeof taken === 'object') return taken
  const { name, pricePaise: originalPricePaise, sellerKind, acceptsByItself, pdf1, pdf2, ...rest } = post
  const { id: _id, discount: _discount, copies: _copies, isSoldOut: _isSoldOut, ...item } = rest
  const deal = dealOf(post.kind, sellerKind)
  const orderId = newId()
  const placed = await transaction
    .with('remembered', (db) => rememberBuyerDetails(db, buyer.id, content))
    .insertInto('orders')
    .values({
      ...item,
      ...content,
      id: orderId,
      key,
      itemName: name,
      originalPricePaise,
      pricePaise,
      deal,
      copiesTaken: taken === 'taken' ? content.quantity : 0,
      dueAt: dueAfter(clockOf(deal, 'placed')[0]?.after),
      buyerTab: tabOf('buyer', deal, 'placed'),
      sellerTab: tabOf('seller', deal, 'placed'),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  if (placed.numInsertedOrUpdatedRows === 0n) throw new PlacedBefore() // gives back the copies
  if (deal === 'file') await keepOrderFiles(transaction, { orderId, pdf1, pdf2 })
  await tellEach(transaction, [
    { accountId: post.sellerId, event: 'order placed', orderId },
    { accountId: buyer.id, event: 'order receipt', orderId },
  ])
  const deed = deal === 'file' && pricePaise === 0 ? 'give' : acceptsByItself ? 'accept to collect' : null
  if (deed) {
    const stored = await lockOrder(transaction).where('id', '=', orderId).executeTakeFirstOrThrow()
    await doDeed(transaction, stored, { deed, by: 'market' })
  }
  return { orderId }
}

/** An order with the same key was first. */
class PlacedBefore extends Error {}

function contentOf({ postId, buyer, order }: Purchase) {
  const { name, phone } = order
  const common = { postId, buyerId: buyer.id, name, phone, alternativePhone: order.alternativePhone || null }
  if ('email' in order) return { ...common, email: order.email, quantity: 1, pin: null, address: null }
  const { quantity, pin, address } = order
  return { ...common, email: null, quantity, pin, address }
}

/** The order that has the key of this purchase. */
async function findPlaced(db: Db, purchase: Purchase): Promise<Placed | null> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'postId', 'buyerId'])
    .select(['name', 'phone', 'alternativePhone', 'email', 'quantity', 'pin', 'address'])
    .where('key', '=', purchase.order.key)
    .executeTakeFirst()
  const sent = compareWithStored(order, contentOf(purchase))
  return sent === 'added' ? { orderId: order!.id } : sent
}
