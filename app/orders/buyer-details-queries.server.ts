import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'

/** What the buyer's next purchase is filled in with; null before the first one, and after it was forgotten. */
export async function findBuyerDetails(db: Db, buyer: Viewer): Promise<RememberedDetails | null> {
  const details = await db
    .selectFrom('buyerDetails')
    .select(['name', 'phone', 'alternativePhone', 'email', 'pin', 'address'])
    .where('accountId', '=', buyer.id)
    .executeTakeFirst()
  if (!details) return findOfLastOrders(db, buyer)
  const { name, phone } = details
  return name && phone ? { ...details, name, phone } : null
}

export type RememberedDetails = {
  name: string
  phone: string
  alternativePhone: string | null
  email?: string | null
  pin?: string | null
  address?: string | null
}

/** Orders from before details were remembered. */
async function findOfLastOrders(db: Db, buyer: Viewer) {
  const lastOrder = () => db.selectFrom('orders').where('buyerId', '=', buyer.id).orderBy('id', 'desc').limit(1)
  const [last, delivered, mailed] = await Promise.all([
    lastOrder().select(['name', 'phone', 'alternativePhone']).executeTakeFirst(),
    lastOrder().select(['pin', 'address']).where('pin', 'is not', null).executeTakeFirst(),
    lastOrder().select('email').where('email', 'is not', null).executeTakeFirst(),
  ])
  return last ? { ...last, ...delivered, ...mailed } : null
}
