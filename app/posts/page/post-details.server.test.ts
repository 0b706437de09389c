import { expect, test } from 'vitest'

import { newId } from '#app/platform/ids.server.ts'
import { aBook, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { findPostDetails, findPostsLike, findSimilarPosts } from './post-details-queries.server.ts'
import { createViewCounter } from './post-views.server.ts'

const { db } = await freshDatabase()
const [student, store] = [await aStudent(db, { collegeName: 'Cotton' }), await aStore(db, { district: 'Jorhat' })]

async function aFile(given: { width: number; height: number } | { pageCount: number }) {
  const isPdf = 'pageCount' in given
  const key = isPdf ? `uploads/${newId()}.pdf` : `images/${newId()}.jpg`
  const kind = isPdf ? ('pdf' as const) : ('picture' as const)
  await db.insertInto('files').values({ key, kind, bytes: 1, takenAt: new Date(), ...given }).execute() // prettier-ignore
  return key
}

test('the page of a book has all its pictures in their order, and who sells it', async () => {
  const [third, first, second] = [
    await aFile({ width: 30, height: 40 }),
    await aFile({ width: 10, height: 20 }),
    await aFile({ width: 20, height: 30 }),
  ]
  const pictures = { picture1: first, picture2: second, picture3: third }
  const { id } = await aBook(db, store, { ...pictures, description: 'Read twice.', publishYear: 2021 })
  expect(await findPostDetails(db, null, id)).toMatchObject({
    id,
    description: 'Read twice.',
    publishYear: 2021,
    sellerName: store.name,
    isOwn: false,
    pageCounts: [],
    pictures: [
      { key: first, width: 10, height: 20 },
      { key: second, width: 20, height: 30 },
      { key: third, width: 30, height: 40 },
    ],
    seller: { id: store.id, kind: 'store', district: 'Jorhat', college: null, since: expect.any(Date) },
  })
  expect(await findPostDetails(db, store, id)).toMatchObject({ isOwn: true })
})

test('the page of notes has the number of pages of both PDFs, and no contact of the student', async () => {
  const pdfs = { pdf1: await aFile({ pageCount: 64 }), pdf2: await aFile({ pageCount: 3 }) }
  const { id } = await aNote(db, student, pdfs)
  const details = await findPostDetails(db, null, id)
  expect(details).toMatchObject({ pageCounts: [64, 3], pictures: [], seller: { college: 'Cotton', district: null } })
  for (const secret of [student.phone, student.email]) expect(JSON.stringify(details)).not.toContain(secret)
})

test('a post that does not exist, and what is no id, have no page', async () => {
  expect(await findPostDetails(db, null, newId())).toBeNull()
  expect(await findPostDetails(db, null, 'no id')).toBeNull()
})

test('similar posts have the same words, most of them first, then the same kind; then the stream follows', async () => {
  const arts = { stream: 'Arts', authorName: null }
  const old = await aBook(db, store, { ...arts, name: 'Aardvark handbook' })
  const asked = await aBook(db, store, { ...arts, name: 'Thermodynamics handbook for engineers' })
  const novel = await aNovel(db, store, { ...arts, authorName: 'B. Das', name: 'Thermodynamics handbook' })
  const book = await aBook(db, store, { ...arts, name: 'A handbook of thermodynamics' })
  const other = await aBook(db, store, { ...arts, name: 'Poems' })
  const found = await findSimilarPosts(db, null, (await findPostDetails(db, null, asked.id))!)
  expect(found.map(({ id }) => id)).toEqual([book, novel, old, other].map(({ id }) => id))
})

test('instead of a post that is gone, posts like its slug are found', async () => {
  const { id } = await aBook(db, store, { name: 'Palaeontology of Assam' })
  expect((await findPostsLike(db, null, 'palaeontology-a-guide')).map((post) => post.id)).toEqual([id])
  expect(await findPostsLike(db, null, '\0%_')).toEqual([])
})

test('views are stored together, added to those before, and dropped with their post', async () => {
  const [seen, deleted] = [await aBook(db, store), await aBook(db, store)]
  const counter = createViewCounter(db)
  for (const id of [seen.id, deleted.id, seen.id]) counter.count(id)
  expect(await counter.find(seen.id)).toBe(2)
  await counter.store()
  await db.deleteFrom('posts').where('id', '=', deleted.id).execute()
  counter.count(deleted.id)
  counter.count(seen.id)
  await counter.store()
  await counter.store()
  expect([await counter.find(seen.id), await createViewCounter(db).find(seen.id)]).toEqual([3, 3])
  expect(await db.selectFrom('postViews').select('postId').execute()).toEqual([{ postId: seen.id }])
})
