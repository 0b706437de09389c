import { expect, test } from 'vitest'

import { newId } from '#app/platform/ids.server.ts'
import { findPosts, listPosts } from '#app/posts/post-queries.server.ts'
import { aBook, aCourse, aNote, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { removeSaved, savePost } from './save-post.server.ts'
import { listSaved } from './saved-queries.server.ts'
import { savedMax } from './saved-rules.ts'

const { db } = await freshDatabase()
const store = await aStore(db)

const namesOf = ({ posts }: Awaited<ReturnType<typeof listSaved>>) => posts.map(({ atSaving }) => atSaving.name)

test('what was saved last is listed first, 12 a page, and each person sees only their own', async () => {
  const [student, other] = [await aStudent(db), await aStudent(db)]
  const books = []
  for (let n = 1; n <= 14; n++) books.push(await aBook(db, store, { name: `Physics ${n}` }))
  for (const { id } of books.toReversed()) expect(await savePost(db, student, id)).toBe('saved')
  expect(await savePost(db, other, books[0]!.id)).toBe('saved')

  const first = await listSaved(db, student, null)
  expect(namesOf(first)).toEqual(Array.from({ length: 12 }, (_, n) => `Physics ${n + 1}`))
  const second = await listSaved(db, student, first.next)
  expect([namesOf(second), second.next]).toEqual([['Physics 13', 'Physics 14'], null])
  expect(namesOf(await listSaved(db, other, null))).toEqual(['Physics 1'])
  expect(namesOf(await listSaved(db, student, 'no id'))).toEqual(namesOf(first))
})

test('a full page that is the last one has no next page', async () => {
  const student = await aStudent(db)
  for (let n = 1; n <= 12; n++) await savePost(db, student, (await aBook(db, store)).id)
  expect((await listSaved(db, student, null)).next).toBeNull()
})

test('saving twice, also at once, is one row; removing twice is removing once', async () => {
  const student = await aStudent(db)
  const { id } = await aNote(db, student)
  const rows = () => db.selectFrom('savedPosts').select('id').where('postId', '=', id).execute()
  const results = await Promise.all(Array.from({ length: 5 }, () => savePost(db, store, id)))
  expect(results).toEqual(Array.from({ length: 5 }, () => 'saved'))
  expect(await rows()).toHaveLength(1)
  const other = await aStudent(db)
  await savePost(db, other, id)
  for (let time = 0; time < 2; time++) await removeSaved(db, store, id)
  expect((await listSaved(db, store, null)).posts).toEqual([])
  expect((await listSaved(db, other, null)).posts).toHaveLength(1)
})

test('own posts, posts that are gone and what is no id cannot be saved; a store may save a course', async () => {
  const student = await aStudent(db)
  const own = await aBook(db, student)
  expect(await savePost(db, student, own.id)).toBe('own')
  for (const id of [newId(), 'no id', '\0']) expect(await savePost(db, student, id)).toBe('gone')
  for (const id of [newId(), 'no id', '\0']) await removeSaved(db, student, id)
  expect((await listSaved(db, student, null)).posts).toEqual([])
  expect(await savePost(db, store, (await aCourse(db, student)).id)).toBe('saved')
})

test('a post that was deleted stays with its name, kind and price at the time of saving', async () => {
  const student = await aStudent(db)
  const note = await aNote(db, await aStudent(db), { name: 'Optics', pricePaise: 7_000, discount: 10 })
  await savePost(db, student, note.id)
  await db.updateTable('posts').set({ name: 'Renamed', pricePaise: 1_000 }).where('id', '=', note.id).execute()
  await db.deleteFrom('posts').where('id', '=', note.id).execute()
  const { posts } = await listSaved(db, student, null)
  expect(posts).toEqual([
    {
      id: note.id,
      isSaved: true,
      post: null,
      cheaperPaise: 0,
      atSaving: { id: note.id, kind: 'note', name: 'Optics', pricePaise: 6_300 },
    },
  ])
  await removeSaved(db, student, note.id)
  expect((await listSaved(db, student, null)).posts).toEqual([])
})

test('a post says by how much it is cheaper than when it was saved, and nothing if it is dearer', async () => {
  const student = await aStudent(db)
  const { id } = await aBook(db, store, { pricePaise: 49_500, sellingPricePaise: 26_000 })
  await savePost(db, student, id)
  const cheaperBy = async (prices: { pricePaise?: number; sellingPricePaise?: number | null }) => {
    await db.updateTable('posts').set(prices).where('id', '=', id).execute()
    return (await listSaved(db, student, null)).posts[0]!.cheaperPaise
  }
  expect(await cheaperBy({ sellingPricePaise: 26_000 })).toBe(0)
  expect(await cheaperBy({ sellingPricePaise: 22_000 })).toBe(4_000)
  expect(await cheaperBy({ sellingPricePaise: 30_000 })).toBe(0)
  await savePost(db, student, id) // saved already: compared with the first time
  expect(await cheaperBy({ pricePaise: 20_000, sellingPricePaise: null })).toBe(6_000)
})

test('an account saves so many posts and no more, also at once; who removes one may save another', async () => {
  const student = await aStudent(db)
  const rows = Array.from({ length: savedMax - 1 }, () => ({
    id: newId(),
    accountId: student.id,
    postId: newId(),
    kind: 'book' as const,
    name: 'Physics',
    pricePaise: 1,
  }))
  await db.insertInto('savedPosts').values(rows).execute()
  const books = [await aBook(db, store), await aBook(db, store), await aBook(db, store)]
  const results = await Promise.all(books.map(({ id }) => savePost(db, student, id)))
  expect(results.filter((result) => result === 'full')).toHaveLength(2)
  const [saved, refused] = ['saved', 'full'].map((result) => books[results.indexOf(result as 'saved')]!.id)
  expect(await savePost(db, student, saved!)).toBe('saved')
  await removeSaved(db, student, saved!)
  expect(await savePost(db, student, refused!)).toBe('saved')
})

test('a refusal of the rate limit saves nothing, and a post that is saved already is not charged', async () => {
  const student = await aStudent(db)
  const { id } = await aBook(db, store)
  const tooMany = { text: 'Too many', waitSeconds: 60 }
  const refuse = () => Promise.resolve(tooMany)
  expect(await savePost(db, student, id, refuse)).toEqual({ tooMany })
  expect((await listSaved(db, student, null)).posts).toEqual([])
  await savePost(db, student, id)
  expect(await savePost(db, student, id, refuse)).toBe('saved')
})

test('lists mark what the viewer has saved', async () => {
  const [student, other] = [await aStudent(db), await aStudent(db)]
  const [saved, not] = [await aBook(db, store), await aBook(db, store)]
  await savePost(db, student, saved.id)
  const marksFor = async (viewer: Parameters<typeof findPosts>[1]) =>
    (await findPosts(db, viewer, [saved.id, not.id])).map(({ isSaved }) => isSaved)
  expect(await marksFor(student)).toEqual([true, false])
  expect(await marksFor(other)).toEqual([false, false])
  expect(await marksFor(null)).toEqual([false, false])
  const { posts } = await listPosts(db, student, { kind: 'book', before: null })
  expect(posts.filter(({ isSaved }) => isSaved).map(({ id }) => id)).toEqual([saved.id])
})
