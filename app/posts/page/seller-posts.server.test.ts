import { expect, test } from 'vitest'

import { findSeller } from '#app/accounts/seller-queries.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { aBook, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { findSellerPosts } from './seller-posts-queries.server.ts'

const { db } = await freshDatabase()

const first = { tab: null, before: null }

test('everybody reads how to reach a store, and of a student the college alone', async () => {
  const key = `Bookstores/${newId()}.jpg`
  await db.insertInto('files').values({ key, kind: 'picture', bytes: 1, width: 4, height: 3 }).execute()
  const store = await aStore(db, { district: 'Jorhat', address: 'Garali', picture: key })
  expect(await findSeller(db, store.id)).toEqual({
    id: store.id,
    kind: 'store',
    name: store.name,
    since: expect.any(Date),
    district: 'Jorhat',
    address: 'Garali',
    phone: store.phone,
    college: null,
    picture: { key, width: 4, height: 3 },
  })
  const student = await aStudent(db, { collegeName: 'Cotton', className: 'HS 1st Year' })
  expect(await findSeller(db, student.id)).toEqual({
    id: student.id,
    kind: 'student',
    name: student.name,
    since: expect.any(Date),
    college: 'Cotton',
    district: null,
    address: null,
    phone: null,
    picture: null,
  })
  for (const id of [newId(), 'no id', '\0']) expect(await findSeller(db, id)).toBeNull()
})

test('a seller has the kinds that there are posts of, each newest first, 12 a page', async () => {
  const [seller, other] = [await aStudent(db), await aStudent(db)]
  for (let n = 1; n <= 13; n++) await aNote(db, seller, { name: `Optics ${n}` })
  const novel = await aNovel(db, seller)
  await aBook(db, other)
  const novels = (await findSellerPosts(db, null, seller.id, first))!
  expect(novels.tabs.map(({ name }) => name)).toEqual(['novels', 'notes'])
  expect([novels.tab, novels.posts.map(({ id }) => id), novels.next]).toEqual(['novels', [novel.id], null])

  const notes = (await findSellerPosts(db, null, seller.id, { tab: 'notes', before: null }))!
  expect(notes.posts.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, n) => `Optics ${13 - n}`))
  const older = (await findSellerPosts(db, null, seller.id, { tab: 'notes', before: notes.next }))!
  expect([older.posts.map(({ name }) => name), older.next]).toEqual([['Optics 1'], null])
})

test('a kind that the seller does not have shows the first one, and who sells nothing has none', async () => {
  const seller = await aStore(db)
  await aBook(db, seller)
  for (const tab of ['courses', 'novels', '', 'none']) {
    expect((await findSellerPosts(db, null, seller.id, { tab, before: 'no id' }))!.tab).toBe('books')
  }
  expect(await findSellerPosts(db, null, (await aStudent(db)).id, first)).toBeNull()
})

test('a page that is full and the last one has no next', async () => {
  const seller = await aStore(db)
  for (let n = 1; n <= 12; n++) await aBook(db, seller)
  const page = (await findSellerPosts(db, seller, seller.id, first))!
  expect([page.posts.length, page.next, page.posts.every(({ isOwn }) => isOwn)]).toEqual([12, null, true])
})
