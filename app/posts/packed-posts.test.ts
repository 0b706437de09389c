import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aBook, aCourse, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { ownIdsAmong } from './own-post-queries.server.ts'
import { countPosts, idsOf, lastIdOf, unpackPosts } from './packed-posts.ts'
import { findPost, packedPosts } from './post-queries.server.ts'

const { db } = await freshDatabase()

async function find(...ids: string[]) {
  const { posts } = await db.selectNoFrom(packedPosts(sql`${ids}::uuid[]`).as('posts')).executeTakeFirstOrThrow()
  return posts
}

const sellersOf = async (...ids: string[]) => unpackPosts(await find(...ids)).map(({ sellerName }) => sellerName)

test('posts arrive in the browser as they are in the database', async () => {
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

  const packed = await find(course.id, crypto.randomUUID(), book.id)
  expect([countPosts(packed), lastIdOf(packed)]).toEqual([2, book.id])
  const posts = unpackPosts(packed)
  expect(await findPost(db, book.id)).toEqual(posts[1])
  for (const [n, { id }] of [course, book].entries()) {
    const row = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { sellerName, picture } = posts[n]!
    expect({ ...row, sellerName, picture, isOwn: false }).toMatchObject(posts[n]!)
  }
  expect(idsOf(packed)).toEqual([course.id, book.id])
  const ownIds = await ownIdsAmong(db, student, idsOf(packed))
  expect(unpackPosts(packed, ownIds).map(({ isOwn }) => isOwn)).toEqual([true, false])
  expect(await ownIdsAmong(db, store, idsOf(packed))).toEqual([book.id])
  expect(posts.map(({ sellerName }) => sellerName)).toEqual([student.name, store.name])
  expect(posts.map(({ picture }) => picture)).toEqual([null, { key, width: 3, height: 4 }])
})

test('of no posts there is an empty text', async () => {
  const packed = await find(crypto.randomUUID())
  expect([packed, countPosts(packed), unpackPosts(packed)]).toEqual(['', 0, []])
})

test('whoever is renamed is so in all lists, and nobody else', async () => {
  const [store, other, student] = [await aStore(db), await aStore(db), await aStudent(db)]
  const posts = [await aBook(db, store), await aBook(db, other), await aBook(db, student), await aBook(db, store)]
  const ids = posts.map(({ id }) => id)
  await db.updateTable('stores').set({ name: 'Panbazar Books' }).where('id', '=', store.id).execute()
  await db.updateTable('students').set({ name: 'Rita' }).where('id', '=', student.id).execute()
  expect(await sellersOf(...ids)).toEqual(['Panbazar Books', other.name, 'Rita', 'Panbazar Books'])
})

test('what is posted or changed while its seller is being renamed has the new name, too', async () => {
  const store = await aStore(db)
  const before = await aBook(db, store)
  const renaming = await db.startTransaction().execute()
  await renaming.updateTable('stores').set({ name: 'New name' }).where('id', '=', store.id).execute()
  const posting = aBook(db, store)
  const changing = db.updateTable('posts').set({ name: 'Changed' }).where('id', '=', before.id).execute()
  await expect.poll(countWaiting).toBe(2)
  await renaming.commit().execute()
  const [posted] = await Promise.all([posting, changing])
  expect(await sellersOf(before.id, posted.id)).toEqual(['New name', 'New name'])
})

test('whoever renames a seller who is just posting renames that post as well', async () => {
  const store = await aStore(db)
  const posting = await db.startTransaction().execute()
  const post = await aBook(posting, store)
  const renaming = db.updateTable('stores').set({ name: 'New name' }).where('id', '=', store.id).execute()
  await expect.poll(countWaiting).toBe(1)
  await posting.commit().execute()
  await renaming
  expect(await sellersOf(post.id)).toEqual(['New name'])
})

async function countWaiting() {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.count
}
