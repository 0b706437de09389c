import { expect, test } from 'vitest'

import { aBook, aCourse, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { unpackPosts } from './packed-posts.ts'
import { listPosts } from './post-queries.server.ts'

const { db } = await freshDatabase()
const student = await aStudent(db)
const store = await aStore(db)

async function pages(kind: 'book' | 'novel', onPage: (n: number) => Promise<unknown> = async () => {}) {
  const all: string[][] = []
  let before: string | null = null
  do {
    const page = await listPosts(db, { kind, before })
    all.push(unpackPosts(page.posts).map(({ name }) => name))
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

test('a full page may be followed by an empty one, which ends the list', async () => {
  const { db: other } = await freshDatabase()
  const seller = await aStudent(other)
  for (let n = 1; n <= 24; n++) await aBook(other, seller)
  const first = await listPosts(other, { kind: 'book', before: null })
  const second = await listPosts(other, { kind: 'book', before: first.next })
  const third = await listPosts(other, { kind: 'book', before: second.next })
  expect([first, second, third].map(({ posts, next }) => [unpackPosts(posts).length, next !== null])).toEqual([
    [12, true],
    [12, true],
    [0, false],
  ])
})

test('a post carries the name of its student or store', async () => {
  await aNovel(db, student, { name: 'By a student' })
  await aNovel(db, store, { name: 'By a store' })
  const { posts } = await listPosts(db, { kind: 'novel', before: null })
  const names = unpackPosts(posts).map(({ name, sellerName }) => [name, sellerName])
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
    unpackPosts((await listPosts(db, { kind, before: null })).posts).map(({ picture }) => picture?.key ?? null)
  expect(await picturesOf('note')).toEqual([null])
  expect(await picturesOf('course')).toEqual([cover, null])
})

/** Its row is enough for a list. */
async function aTakenPicture(to: typeof db) {
  const key = `images/${crypto.randomUUID()}.jpg`
  await to.insertInto('files').values({ key, kind: 'picture', bytes: 1, width: 3, height: 4 }).execute()
  return key
}
