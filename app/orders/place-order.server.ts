import type { Viewer } from '#app/accounts/account-rules.ts'
import { type ChargeLimit, compareWithStored, noLimit } from '#app/forms/idempotency.server.ts'
import type { TooMany } from '#app/limits/refuse-too-many.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/ids.server.ts'
import { mayDealIn } from '#app/posts/deal-rules.ts'
import { payablePaise } from '#app/posts/prices.ts'

import type { NewOrder } from './order-rules.ts'

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

/**
 * Takes seller, kind and price from the post; refuses if the price is not the one that the buyer saw. Idempotent: a used
 * key returns the first result, without charging the limit, or 'differs' if the content is another.
 */
export async function placeOrder(
  db: Db,
  { postId, buyer, order }: Purchase,
  chargeLimit: ChargeLimit = noLimit,
): Promise<Placed> {
  const { key, shownPaise } = order
  const content = { postId, buyerId: buyer.id, ...contentOf(order) }
  const earlier = await findPlaced(db, key, content)
  if (earlier) return earlier
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }
  if (!isId(postId)) return 'gone'

  return db.transaction().execute(async (transaction) => {
    const post = await transaction
      .selectFrom('posts')
      .select(['id', 'kind', 'sellerId', 'name', 'authorName', 'className', 'condition', 'description'])
      .select(['publishYear', 'pricePaise', 'sellingPricePaise', 'discount', 'picture1', 'picture2', 'picture3'])
      .where('id', '=', postId)
      .forShare() // prevents deletion and price changes until commit
      .executeTakeFirst()
    if (!post) return 'gone'
    if (!mayDealIn(buyer.kind, post.kind)) return 'not for stores'
    if (buyer.id === post.sellerId) return 'own'
    const pricePaise = payablePaise(post)
    if (pricePaise !== shownPaise) return { newPaise: pricePaise }

    const { id: _, name, pricePaise: originalPricePaise, discount: _discount, ...item } = post
    const orderId = newId()
    const placed = await transaction
      .insertInto('orders')
      .values({
        ...item,
        ...content,
        id: orderId,
        key,
        itemName: name,
        originalPricePaise,
        pricePaise,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (placed.numInsertedOrUpdatedRows === 1n) return { orderId }
    return (await findPlaced(transaction, key, content))! // a concurrent duplicate was first
  })
}

type Content = ReturnType<typeof contentOf> & { postId: string; buyerId: string }

function contentOf(order: NewOrder) {
  const { name, phone } = order
  const alternativePhone = order.alternativePhone || null
  if ('email' in order) {
    return { name, phone, alternativePhone, email: order.email, quantity: 1, pin: null, address: null }
  }
  const { quantity, pin, address } = order
  return { name, phone, alternativePhone, email: null, quantity, pin, address }
}

async function findPlaced(db: Db, key: string, content: Content): Promise<Placed | null> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'postId', 'buyerId'])
    .select(['name', 'phone', 'alternativePhone', 'email', 'quantity', 'pin', 'address'])
    .where('key', '=', key)
    .executeTakeFirst()
  const sent = compareWithStored(order, content)
  return sent === 'added' ? { orderId: order!.id } : sent
}
