import { expect, test } from 'vitest'

import { aBook, aCourse, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { packedFields, unpackPost } from './packed-posts.ts'
import { findPosts } from './post-queries.server.ts'

test('posts arrive in the browser as they are in the database', async () => {
  const { db } = await freshDatabase()
  const [student, store] = [await aStudent(db), await aStore(db)]
  const key = 'images/1_ab_a.jpg'
  await db.insertInto('files').values({ key, kind: 'picture', bytes: 1, width: 3, height: 4 }).execute()
  const book = await aBook(db, store, {
    name: `Physics "<b>" it's \\ অসমীয়া 😀\u2028`,
    authorName: 'Line\nby line',
    sellingPricePaise: 12_345,
    discount: 10,
    picture1: key,
  })
  const course = await aCourse(db, student)

  const posts = (await findPosts(db, [course.id, book.id])).map(unpackPost)
  for (const [n, { id }] of [course, book].entries()) {
    const row = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const shown = Object.fromEntries(
      packedFields.filter((name) => name in row).map((name) => [name, row[name as 'id']]),
    )
    expect(posts[n]).toMatchObject(shown)
    expect(Object.keys(posts[n]!)).toEqual([...packedFields])
  }
  expect(posts.map(({ sellerName }) => sellerName)).toEqual([student.name, store.name])
  expect(posts.map(({ picture }) => picture)).toEqual([null, { key, width: 3, height: 4 }])
})
