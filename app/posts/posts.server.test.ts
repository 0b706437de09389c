import { expect, test } from 'vitest'

import { aBook, aCourse, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { findPost, findPosts, listPosts } from './post-queries.server.ts'

const { db } = await freshDatabase()
const student = await aStudent(db)
const store = await aStore(db)

async function pages(kind: 'book' | 'novel', onPage: (n: number) => Promise<unknown> = async () => {}) {
  const all: string[][] = []
  let before: string | null = null
  do {
    const page = await listPosts(db, null, { kind, before })
    all.push(page.posts.map(({ name }) => name))
    before = page.next
    await onPage(all.length)
  } while (before)
  return all
}

test('books are listed newest first, 12 a page, and never twice while others post', async () => {
  for (let n = 1; n <= 25; n++) await aBook(db, n % 2 ? student : store, { name: `Physics ${n}` })
  await aNovel(db, student)
  const listed = await pages('book', () => aBook(db, store, { name: 'Posted meanwhile' }))
  expect(listed.map((page) => page.length)).toEqual([12, 12, 1])
  expect(listed.flat()).toEqual(Array.from({ length: 25 }, (_, n) => `Physics ${25 - n}`))
})

test('a full last page is followed by an empty one', async () => {
  const { db: other } = await freshDatabase()
  const seller = await aStudent(other)
  for (let n = 1; n <= 24; n++) await aBook(other, seller)
  const first = await listPosts(other, null, { kind: 'book', before: null })
  const second = await listPosts(other, null, { kind: 'book', before: first.next })
  const third = await listPosts(other, null, { kind: 'book', before: second.next })
  expect([first, second, third].map(({ posts, next }) => [posts.length, next !== null])).toEqual([
    [12, true],
    [12, true],
    [0, false],
  ])
})

test('a post has the name of its student or store', async () => {
  await aNovel(db, student, { name: 'By a student' })
  await aNovel(db, store, { name: 'By a store' })
  const { posts } = await listPosts(db, null, { kind: 'novel', before: null })
  const names = posts.map(({ name, sellerName }) => [name, sellerName])
  expect(names.slice(0, 2)).toEqual([
    ['By a store', store.name],
    ['By a student', student.name],
  ])
})

test('a note has no picture, a course may have a cover', async () => {
  const cover = await aTakenPicture(db)
  await aNote(db, student)
  await aCourse(db, student)
  await aCourse(db, student, { coverImage: cover })
  const picturesOf = async (kind: 'note' | 'course') =>
    (await listPosts(db, null, { kind, before: null })).posts.map(({ picture }) => picture?.key ?? null)
  expect(await picturesOf('note')).toEqual([null])
  expect(await picturesOf('course')).toEqual([cover, null])
})

/** Inserts only the row: lists do not read the file itself. */
async function aTakenPicture(to: typeof db) {
  const key = `images/${crypto.randomUUID()}.jpg`
  await to.insertInto('files').values({ key, kind: 'picture', bytes: 1, width: 3, height: 4 }).execute()
  return key
}

test('posts are found by ids, in the order of the ids, with the fields of a list', async () => {
  const key = await aTakenPicture(db)
  const book = await aBook(db, store, {
    name: `Physics "<b>" it's \\ অসমীয়া 😀\u2028`,
    authorName: 'Line\nby line',
    sellingPricePaise: 12_345,
    discount: 10,
    picture1: key,
  })
  const course = await aCourse(db, student)
  const posts = await findPosts(db, null, [course.id, crypto.randomUUID(), book.id])
  expect(posts).toMatchObject([
    { id: course.id, sellerName: student.name, picture: null, district: null, age: 'just now' },
    { id: book.id, sellerName: store.name, picture: { key, width: 3, height: 4 }, district: 'Kamrup' },
  ])
  for (const {
    sellerName,
    picture,
    isOwn,
    isSaved,
    age,
    district,
    copies,
    copiesFromPaise,
    copiesLeft,
    rating,
    ratings,
    ...columns
  } of posts) {
    const row = await db.selectFrom('posts').selectAll().where('id', '=', columns.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject(columns)
    expect(await findPost(db, null, columns.id)).toEqual({
      ...columns,
      sellerName,
      picture,
      isOwn,
      isSaved,
      age,
      district,
      copies,
      copiesFromPaise,
      copiesLeft,
      rating,
      ratings,
    })
  }
  expect(await findPosts(db, null, [crypto.randomUUID()])).toEqual([])
  expect(await findPosts(db, null, [])).toEqual([])
})

test("a list marks the viewer's own posts", async () => {
  const [ofStudent, ofStore] = [await aBook(db, student), await aBook(db, store)]
  const ownOf = async (viewer: Parameters<typeof findPosts>[1]) => {
    const posts = await findPosts(db, viewer, [ofStudent.id, ofStore.id])
    return posts.map(({ isOwn }) => isOwn)
  }
  expect(await ownOf(null)).toEqual([false, false])
  expect(await ownOf(student)).toEqual([true, false])
  expect(await ownOf(store)).toEqual([false, true])
  expect(await ownOf(await aStudent(db))).toEqual([false, false])
})
