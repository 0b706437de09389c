import { startSession } from '#app/accounts/sessions.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { aStudent } from '#database/makers.ts'

import { addPlacedOrders, addPurchases } from './fill-orders.ts'
import { dealSides, type Site } from './visits.ts'

/** Each can be brought three steps on. */
const dealCount = 12_000

/** Collects the data that visits need, and adds the students whose sessions and phone numbers they use. */
export async function describeSite(db: Db): Promise<Site> {
  const books = await db
    .selectFrom('posts')
    .select(['id', 'kind', 'name', 'pricePaise', 'sellingPricePaise', 'discount'])
    .where('kind', '=', 'book')
    .orderBy('id', 'desc')
    .limit(5_000)
    .execute()
  const students = await Promise.all(Array.from({ length: 200 }, () => aStudent(db)))
  const deals = Array.from({ length: dealCount }, (_, n) => {
    const { seller, buyer } = dealSides(n, students)
    return { sellerId: seller.id, buyerId: buyer.id }
  })
  const [few, many] = [await aStudent(db), await aStudent(db)]
  await addPurchases(db, few.id, 100)
  await addPurchases(db, many.id, 100_000)
  return {
    deals: await addPlacedOrders(db, deals),
    purchasers: { few: await startSession(db, few), many: await startSession(db, many) },
    books: books.map((book) => ({ id: book.id, path: postPath(book), payablePaise: payablePaise(book) })),
    sessions: await Promise.all(students.map((student) => startSession(db, student))),
    phones: students.map(({ phone }) => phone),
  }
}
