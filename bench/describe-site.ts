import { startSession } from '#app/accounts/sessions.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { aStudent } from '#database/makers.ts'

import type { Site } from './visits.ts'

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
  return {
    books: books.map((book) => ({ id: book.id, path: postPath(book), payablePaise: payablePaise(book) })),
    sessions: await Promise.all(students.map((student) => startSession(db, student))),
    phones: students.map(({ phone }) => phone),
  }
}
