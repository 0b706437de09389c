import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aBook, aNote, aNovel, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { findOtherCopies } from '../page/post-details-queries.server.ts'
import { renewIndex } from '../renew-index.job.server.ts'
import { loadSynonyms } from '../search/synonyms.server.ts'
import { groupCopies } from './group-copies.job.server.ts'

const { db } = await freshDatabase()
const synonyms = await loadSynonyms(db, import.meta.dirname)
await renewIndex(db, synonyms)
const seller = await aStudent(db)

const edit = (id: string, change: { name?: string; pricePaise?: number }) =>
  db.updateTable('posts').set(change).where('id', '=', id).execute()

async function copiesOf({ id }: { id: string }) {
  const { posts } = await findOtherCopies(db, null, id)
  return posts.map((post) => post.id)
}

test('copies that are described differently are found with each other, until one is edited into another book', async () => {
  const one = await aBook(db, seller, { name: 'Concepts of Physics, Part 1', authorName: 'H. C. Verma', isbn: null })
  const two = await aBook(db, seller, { name: 'HC Verma, concepts of physics (part I)', authorName: null, isbn: null })
  expect(await copiesOf(one)).toEqual([])
  expect(await groupCopies(db, synonyms)).toBe(2)
  expect(await copiesOf(one)).toEqual([two.id])
  expect(await copiesOf(two)).toEqual([one.id])

  await edit(two.id, { pricePaise: 100 })
  expect(await groupCopies(db, synonyms)).toBe(0)
  await edit(two.id, { name: 'HC Verma, concepts of physics (part II)' })
  expect(await groupCopies(db, synonyms)).toBe(1)
  expect(await copiesOf(one)).toEqual([])
})

test('the same ISBN is the same book; notes are none, and neither is what no word is said of', async () => {
  const isbn = '9780306406157'
  const one = await aBook(db, seller, { name: 'Optics', isbn })
  const two = await aBook(db, seller, { name: 'Light', isbn })
  await aNote(db, seller, { name: 'Optics' })
  const unsaid = [
    await aNovel(db, seller, { name: '???', authorName: '-' }),
    await aNovel(db, seller, { name: '!', authorName: '-' }),
  ]
  await groupCopies(db, synonyms)
  expect(await copiesOf(one)).toEqual([two.id])
  expect(await copiesOf(unsaid[0]!)).toEqual([])
})

test('more than a batch is grouped, also by two processes at once', async () => {
  const posts = []
  for (let n = 0; n < 205; n++)
    posts.push(await aBook(db, seller, { name: `Ramdhenu ${n % 103}`, authorName: null, isbn: null }))
  const done = await Promise.all([groupCopies(db, synonyms), groupCopies(db, synonyms)])
  expect(done[0] + done[1] + (await groupCopies(db, synonyms))).toBe(205)
  expect(await copiesOf(posts[7]!)).toEqual([posts[110]!.id])
})

test('all are grouped anew when the index is renewed', async () => {
  const one = await aNovel(db, seller, { name: 'Xewali' })
  const two = await aNovel(db, seller, { name: 'Xewali' })
  await groupCopies(db, synonyms)
  await db.updateTable('allPosts').set({ sameBook: '1' }).where('id', '=', one.id).execute() // by an older rule
  expect(await copiesOf(one)).toEqual([])
  await sql`update index_renewal set next_id = ${one.id}`.execute(db)
  await renewIndex(db, synonyms)
  expect(await copiesOf(one)).toEqual([two.id])
})
