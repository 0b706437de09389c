import type { Viewer } from '#app/accounts/account-rules.ts'
import type { Db } from '#app/platform/db.server.ts'

/** The buyer's details in the last orders, to prefill the next one; null without an order. */
export async function findBuyerDetails(db: Db, buyer: Viewer) {
  const lastOrder = () => db.selectFrom('orders').where('buyerId', '=', buyer.id).orderBy('id', 'desc').limit(1)
  const [last, delivered, mailed] = await Promise.all([
    lastOrder().select(['name', 'phone', 'alternativePhone']).executeTakeFirst(),
    lastOrder().select(['pin', 'address']).where('pin', 'is not', null).executeTakeFirst(),
    lastOrder().select('email').where('email', 'is not', null).executeTakeFirst(),
  ])
  return last ? { ...last, ...delivered, ...mailed } : null
}

export type BuyerDetails = Awaited<ReturnType<typeof findBuyerDetails>>
