import type { Viewer } from '#app/accounts/account-rules.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type ChargeLimit, compareSent, noLimit } from '#app/platform/idempotency.server.ts'
import { isId, newId } from '#app/platform/ids.server.ts'
import type { TooMany } from '#app/platform/refuse-too-many.server.ts'
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
 * Seller, kind and price come from the post; the price that the buyer read must still be the price. A key that was used
 * already gets the answer it got, whatever the limit, or a refusal where it was used for something else.
 */
export async function placeOrder(
  db: Db,
  { postId, buyer, order }: Purchase,
  chargeLimit: ChargeLimit = noLimit,
): Promise<Placed> {
  const { key, shownPaise } = order
  const buyerIds = {
    buyerStudentId: buyer.kind === 'student' ? buyer.id : null,
    buyerStoreId: buyer.kind === 'store' ? buyer.id : null,
  }
  const content = { postId, ...buyerIds, ...contentOf(order) }
  const known = await findPlaced(db, key, content)
  if (known) return known
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }
  if (!isId(postId)) return 'gone'

  return db.transaction().execute(async (transaction) => {
    const post = await transaction
      .selectFrom('posts')
      .select(['id', 'kind', 'studentId', 'storeId', 'name', 'authorName', 'className', 'condition', 'description'])
      .select(['publishYear', 'pricePaise', 'sellingPricePaise', 'discount', 'picture1', 'picture2', 'picture3'])
      .where('id', '=', postId)
      .forShare() // neither deleted nor repriced until the order is there
      .executeTakeFirst()
    if (!post) return 'gone'
    if (post.kind === 'course' && buyer.kind === 'store') return 'not for stores'
    if (buyer.id === (buyer.kind === 'student' ? post.studentId : post.storeId)) return 'own'
    const pricePaise = payablePaise(post)
    if (pricePaise !== shownPaise) return { newPaise: pricePaise }

    const { id: _, studentId, storeId, name, pricePaise: originalPricePaise, discount: _discount, ...item } = post
    const orderId = newId()
    const placed = await transaction
      .insertInto('orders')
      .values({
        ...item,
        ...content,
        id: orderId,
        key,
        sellerStudentId: studentId,
        sellerStoreId: storeId,
        itemName: name,
        originalPricePaise,
        pricePaise,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (placed.numInsertedOrUpdatedRows === 1n) return { orderId }
    return (await findPlaced(transaction, key, content))! // the same, sent twice at once
  })
}

type Content = ReturnType<typeof contentOf> & {
  postId: string
  buyerStudentId: string | null
  buyerStoreId: string | null
}

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
    .select(['id', 'postId', 'buyerStudentId', 'buyerStoreId'])
    .select(['name', 'phone', 'alternativePhone', 'email', 'quantity', 'pin', 'address'])
    .where('key', '=', key)
    .executeTakeFirst()
  const sent = compareSent(order, content)
  return sent === 'added' ? { orderId: order!.id } : sent
}
