import type { Viewer } from '#app/accounts/account-rules.ts'
import type { Db } from '#app/platform/db.server.ts'

/** What a buyer filled in for the last order, for the next one. Null where there was none. */
export async function findBuyerDetails(db: Db, buyer: Viewer) {
  const lastOrder = () =>
    db
      .selectFrom('orders')
      .where(buyer.kind === 'student' ? 'buyerStudentId' : 'buyerStoreId', '=', buyer.id)
      .orderBy('id', 'desc')
      .limit(1)
  const [last, delivered, mailed] = await Promise.all([
    lastOrder().select(['name', 'phone', 'alternativePhone']).executeTakeFirst(),
    lastOrder().select(['pin', 'address']).where('pin', 'is not', null).executeTakeFirst(),
    lastOrder().select('email').where('email', 'is not', null).executeTakeFirst(),
  ])
  return last ? { ...last, ...delivered, ...mailed } : null
}

export type BuyerDetails = Awaited<ReturnType<typeof findBuyerDetails>>
