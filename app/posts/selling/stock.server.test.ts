import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'

import { newId } from '#app/platform/ids.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { aBook, aNote, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPicture, testStorage } from '#tests/support/pictures.ts'

import { newPostRules } from '../kinds/new-post.ts'
import { editRules } from '../kinds/edited-post.ts'
import { createPost, findCreated, KeyUsed } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { findOwnPost } from './own-post-queries.server.ts'
import { giveBackCopies, markSold, setCopies, takeCopies } from './stock.server.ts'
import { updatePost } from './update-post.server.ts'

const { db } = await freshDatabase()
const [student, store] = [await aStudent(db), await aStore(db)]

const inTransaction = <Result>(run: (db: Db) => Promise<Result>) => db.transaction().execute(run)
const take = (id: string, quantity: number) => inTransaction((transaction) => takeCopies(transaction, id, quantity))
const giveBack = (id: string, quantity: number) => inTransaction((transaction) => giveBackCopies(transaction, id, quantity)) // prettier-ignore
const set = (id: string, typed: number | null, shown: number | null) => inTransaction((transaction) => setCopies(transaction, id, { typed, shown })) // prettier-ignore
const mark = (seller: { id: string }, id: string) => inTransaction((transaction) => markSold(transaction, seller, id))

/** The copies of a post, null if they are not counted, and whether it is sold out. */
async function stockOf(id: string) {
  const { copies, isSoldOut } = await db
    .selectFrom('posts')
    .leftJoin('stock', 'stock.postId', 'posts.id')
    .select(['stock.copies', 'posts.isSoldOut'])
    .where('posts.id', '=', id)
    .executeTakeFirstOrThrow()
  return [copies, isSoldOut]
}

afterEach(async () => {
  const { rows } = await sql`
    select posts.name, copies, is_sold_out from posts left join stock on post_id = posts.id
    where is_sold_out is distinct from coalesce(copies = 0, false)`.execute(db)
  if (rows.length > 0) throw new Error(`Not sold out exactly with 0 copies: ${JSON.stringify(rows)}`)
})

test('an order takes copies until too few are left, and the last one makes the post sold out', async () => {
  const { id } = await aBook(db, store, { copies: 3 })
  expect(await take(id, 2)).toBe('taken')
  expect(await stockOf(id)).toEqual([1, false])
  expect(await take(id, 2)).toEqual({ left: 1 })
  expect(await stockOf(id)).toEqual([1, false])
  expect(await take(id, 1)).toBe('taken')
  expect(await stockOf(id)).toEqual([0, true])
  expect(await take(id, 1)).toEqual({ left: 0 })
})

test('where copies are not counted, orders take none', async () => {
  const { id } = await aBook(db, store)
  expect(await take(id, 99)).toBe('not counted')
  await giveBack(id, 99)
  expect(await stockOf(id)).toEqual([null, false])
  expect(await take(newId(), 1)).toBe('not counted')
})

test('what an order gives back is for sale again', async () => {
  const { id } = await aBook(db, store, { copies: 2 })
  await take(id, 2)
  await giveBack(id, 2)
  expect(await stockOf(id)).toEqual([2, false])
  await giveBack(id, 9_999)
  expect(await stockOf(id)).toEqual([9_999, false])
})

test('a post that is gone, or is counted no longer, gets nothing back', async () => {
  const [gone, uncounted] = [await aBook(db, store, { copies: 1 }), await aBook(db, store, { copies: 1 })]
  for (const { id } of [gone, uncounted]) await take(id, 1)
  await deletePost(db, testStorage(), store, gone.id)
  await set(uncounted.id, null, 0)
  await giveBack(gone.id, 1)
  await giveBack(uncounted.id, 1)
  expect(await stockOf(uncounted.id)).toEqual([null, false])
  expect(await db.selectFrom('stock').selectAll().where('postId', '=', gone.id).execute()).toEqual([])
})

test.each([1, 20])(
  'of 50 buyers at once %i get the last copies, and the others are told that none is left',
  async (copies) => {
    const { id } = await aBook(db, store, { copies })
    const answers = await Promise.all(Array.from({ length: 50 }, () => take(id, 1)))
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(copies)
    expect(answers.filter((answer) => answer !== 'taken')).toEqual(
      Array.from({ length: 50 - copies }, () => ({ left: 0 })),
    )
    expect(await stockOf(id)).toEqual([0, true])
  },
)

test('buyers, orders that are given back and edits at once lose no copy and do not deadlock', async () => {
  const { id } = await aBook(db, store, { copies: 5 })
  let taken = 0
  const deeds = Array.from({ length: 60 }, async (_, n) => {
    if (n % 3 === 0) return giveBack(id, 1)
    if (n % 3 === 1) return set(id, 1_000 + n, 998 + n) // two more
    if ((await take(id, 1)) === 'taken') taken++
  })
  await Promise.all(deeds)
  expect(await stockOf(id)).toEqual([5 + 20 + 40 - taken, false])
})

test('an order that is rolled back has taken nothing', async () => {
  const { id } = await aBook(db, store, { copies: 1 })
  const broken = inTransaction(async (transaction) => {
    await takeCopies(transaction, id, 1)
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await stockOf(id)).toEqual([1, false])
})

test('an edit changes the copies by as many as the seller has changed them', async () => {
  const { id } = await aBook(db, store, { copies: 5 })
  await take(id, 1) // after the form was opened
  await set(id, 5, 5)
  expect(await stockOf(id)).toEqual([4, false])
  await set(id, 7, 5)
  expect(await stockOf(id)).toEqual([6, false])
  await set(id, 0, 3)
  expect(await stockOf(id)).toEqual([3, false])
  await set(id, 2, 9)
  expect(await stockOf(id)).toEqual([0, true])
  await set(id, 1, 0)
  expect(await stockOf(id)).toEqual([1, false])
})

test('an edit that is sent twice changes the copies once', async () => {
  const { id } = await aBook(db, store, { copies: 3 })
  for (let n = 0; n < 2; n++) await set(id, 5, 3)
  expect(await stockOf(id)).toEqual([5, false])
  for (let n = 0; n < 2; n++) await set(id, 4, 5)
  expect(await stockOf(id)).toEqual([4, false])
})

test('an edit begins to count, and ends it', async () => {
  const { id } = await aBook(db, student)
  await set(id, null, null)
  expect(await stockOf(id)).toEqual([null, false])
  await set(id, 2, null)
  expect(await stockOf(id)).toEqual([2, false])
  await set(id, null, 2)
  expect(await stockOf(id)).toEqual([null, false])
  await set(id, 0, null)
  expect(await stockOf(id)).toEqual([0, true])
  await set(id, null, 0)
  expect(await stockOf(id)).toEqual([null, false])
  await set(id, 4, 3) // counted no longer since the form was opened
  expect(await stockOf(id)).toEqual([4, false])
})

test('a seller marks the only copy as sold, and no other seller does', async () => {
  const [own, counted, note] = [
    await aBook(db, student),
    await aBook(db, student, { copies: 2 }),
    await aNote(db, student),
  ]
  expect(await mark(store, own.id)).toBe(false)
  expect(await stockOf(own.id)).toEqual([null, false])
  for (let n = 0; n < 2; n++) expect(await mark(student, own.id)).toBe(true)
  expect(await stockOf(own.id)).toEqual([0, true])
  expect(await mark(student, counted.id)).toBe(true)
  expect(await stockOf(counted.id)).toEqual([2, false])
  for (const id of [note.id, newId(), 'no id']) expect(await mark(student, id)).toBe(false)
})

const sent = { name: 'Physics', stream: 'Science', condition: 'Good(used)', price: '90' }

/** A new book as the form sends it: with the same files and key for each number of copies. */
async function aNewBook() {
  const storage = testStorage()
  const [picture1, picture2] = [await aPendingPicture(db, storage), await aPendingPicture(db, storage)]
  const key = crypto.randomUUID()
  return (copies: string) => ({
    kind: 'book' as const,
    ...newPostRules.book.parse({ ...sent, key, picture1, picture2, copies }),
  })
}

async function order(postId: string, copies: number) {
  await take(postId, copies)
  const columns = { kind: 'book', itemName: 'Physics', originalPricePaise: 9_000, pricePaise: 9_000, quantity: copies }
  const buyer = { name: 'Rina', phone: '9876500001', pin: '781001', address: 'Panbazar' }
  const given = { id: newId(), key: newId(), postId, ...columns, ...buyer, deal: 'stock', copiesTaken: copies }
  await db.insertInto('orders').values(given as never).execute() // prettier-ignore
}

test('an upload that is sent again is the same post, although some of its copies were ordered meanwhile', async () => {
  const book = await aNewBook()
  const id = await createPost(db, store, book('5'))
  expect(await stockOf(id)).toEqual([5, false])
  expect(await createPost(db, store, book('5'))).toBe(id)
  await order(id, 2)
  expect(await createPost(db, store, book('5'))).toBe(id)
  await order(id, 3)
  expect(await findCreated(db, store, book('5'))).toEqual({ id })
  expect(await stockOf(id)).toEqual([0, true])
})

test('an upload with another number of copies is another post', async () => {
  const book = await aNewBook()
  const id = await createPost(db, store, book('5'))
  for (const other of ['', '4', '6']) await expect(createPost(db, store, book(other))).rejects.toThrow(KeyUsed)
  expect(await stockOf(id)).toEqual([5, false])

  const uncounted = await aNewBook()
  expect(await stockOf(await createPost(db, store, uncounted('')))).toEqual([null, false])
  await expect(createPost(db, store, uncounted('1'))).rejects.toThrow(KeyUsed)
})

test('the edit form changes copies together with the rest; an older form without the field leaves them', async () => {
  const { id } = await aBook(db, store, { copies: 3 })
  const rules = editRules('store', { kind: 'book', category: null, pricePaise: 9_000 })
  const edit = (given: object) =>
    updatePost(db, testStorage(), store, { id, edited: rules.parse({ ...sent, authorName: 'H. C. Verma', ...given }) })
  await edit({ name: 'Optics', copies: '1', shownCopies: '3' })
  expect(await findOwnPost(db, store, id)).toMatchObject({ name: 'Optics', copies: 1 })
  await edit({ name: 'Waves' })
  expect(await findOwnPost(db, store, id)).toMatchObject({ name: 'Waves', copies: 1 })
  await edit({ copies: '', shownCopies: '1' })
  expect(await findOwnPost(db, store, id)).toMatchObject({ copies: null })
})
