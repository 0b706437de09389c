import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { readForm } from '#app/forms/forms.ts'
import { withoutFileName } from '#app/platform/log.server.ts'
import { type EditedPost, editRules } from '#app/posts/kinds/edited-post.ts'
import { newPostRules } from '#app/posts/kinds/new-post.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPdf } from '#tests/support/pdfs.ts'
import { aPendingPicture, filesIn, testStorage } from '#tests/support/pictures.ts'

import { createPost, KeyUsed } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { findOwnPost, listOwnPosts } from './own-post-queries.server.ts'
import { FileGone } from './post-files.server.ts'
import { updatePost } from './update-post.server.ts'

const { db } = await freshDatabase()
let storage: ReturnType<typeof testStorage>
beforeEach(() => void (storage = testStorage()))
const student = await aStudent(db)
const [otherStudent, store] = [await aStudent(db), await aStore(db)]

async function aRealNote() {
  const [pdf1, pdf2] = [await aPendingPdf(db, storage), await aPendingPdf(db, storage)]
  const form = { name: 'Optics', category: 'HSLC (SEBA)', price: '70', pdf1, pdf2 }
  const values = newPostRules.note.parse(form)
  return { id: await createPost(db, student, { kind: 'note', ...values }), pdf1, pdf2 }
}

const edit = (changes: Record<string, unknown>) =>
  ({ name: 'Optics', description: '', price: null, sellingPrice: null, discount: null, ...changes }) as EditedPost

test("a seller's own posts of a kind are listed newest first, 24 a page", async () => {
  const seller = await aStore(db)
  for (let n = 1; n <= 26; n++) await aBook(db, seller, { name: `Book ${n}` })
  await aNovel(db, seller, { name: 'Novel' })
  await aBook(db, store, { name: 'Of another' })
  const books = await listOwnPosts(db, seller, { kind: 'book', before: null })
  expect(books.posts.map(({ name }) => name)).toEqual(Array.from({ length: 24 }, (_, n) => `Book ${26 - n}`))
  const older = await listOwnPosts(db, seller, { kind: 'book', before: books.next })
  expect([older.posts.map(({ name }) => name), older.next]).toEqual([['Book 2', 'Book 1'], null])
  expect((await listOwnPosts(db, seller, { kind: null, before: null })).posts[0]?.name).toBe('Novel')
})

test('only its seller can find, change and delete a post', async () => {
  const { id } = await aNote(db, student, { name: 'Mine' })
  const missing = crypto.randomUUID()
  for (const stranger of [otherStudent, store]) {
    for (const which of [id, missing, 'no id']) {
      expect(await findOwnPost(db, stranger, which)).toBe(null)
    }
    expect(await updatePost(db, storage, stranger, { id, edited: edit({ name: 'Theirs' }) })).toBe(false)
    expect(await deletePost(db, storage, stranger, id)).toBe(false)
  }
  expect(await findOwnPost(db, student, id)).toMatchObject({ name: 'Mine' })
  expect(await updatePost(db, storage, student, { id, edited: edit({ name: 'Still mine', price: 9_000 }) })).toBe(true)
  expect(await findOwnPost(db, student, id)).toMatchObject({ name: 'Still mine', pricePaise: 9_000 })
})

test('an empty price keeps the current one', async () => {
  const { id } = await aCourse(db, student, { pricePaise: 49_900, discount: 40 })
  await updatePost(db, storage, student, { id, edited: edit({ price: null, discount: 0 }) })
  expect(await findOwnPost(db, student, id)).toMatchObject({ pricePaise: 49_900, discount: 0 })
})

test('a new PDF replaces the old one, which is removed', async () => {
  const { id, pdf1, pdf2 } = await aRealNote()
  const next = await aPendingPdf(db, storage)
  await updatePost(db, storage, student, { id, edited: edit({ pdf1: next, pdf2: '' }) })
  expect(await findOwnPost(db, student, id)).toMatchObject({ pdf1: next, pdf2 })
  expect(filesIn(storage.folder)).toEqual(expect.arrayContaining([next, pdf2]))
  expect(filesIn(storage.folder)).not.toContain(pdf1)
})

test('a missing PDF, or one of another post, changes nothing', async () => {
  const mine = await aRealNote()
  const { pdf1: anothers } = await aRealNote()
  const sent = await aPendingPdf(db, storage)
  for (const key of [anothers, 'uploads/none.pdf', 'images/none.jpg']) {
    const edited = edit({ name: 'Changed', pdf1: sent, pdf2: key })
    await expect(updatePost(db, storage, student, { id: mine.id, edited })).rejects.toThrow(FileGone)
  }
  expect(await findOwnPost(db, student, mine.id)).toMatchObject({ name: 'Optics', pdf1: mine.pdf1, pdf2: mine.pdf2 })
  expect(filesIn(storage.folder)).toEqual(expect.arrayContaining([mine.pdf1, mine.pdf2, anothers]))
})

test('a post with a missing file is not created and takes none of the other files', async () => {
  const pdf1 = await aPendingPdf(db, storage)
  const form = { name: 'Half', category: 'HSLC (SEBA)', price: '70', pdf1, pdf2: pdf1.replace('uploads/', 'uploads/0') }
  await expect(createPost(db, student, { kind: 'note', ...newPostRules.note.parse(form) })).rejects.toThrow(FileGone)
  const { takenAt } = await db.selectFrom('files').select('takenAt').where('key', '=', pdf1).executeTakeFirstOrThrow()
  expect(takenAt).toBe(null)
})

test('a retry finds the post by ISBN and district as well, in whatever notation the ISBN was typed', async () => {
  const [picture1, picture2] = [await aPendingPicture(db, storage), await aPendingPicture(db, storage)]
  const sent = { name: 'Physics', stream: 'Science', condition: 'Good(used)', price: '90', picture1, picture2 }
  const key = crypto.randomUUID()
  const post = (given: object) => ({
    kind: 'book' as const,
    ...newPostRules.book.parse({ ...sent, key, ...given }),
  })
  const first = { isbn: '0-306-40615-2', district: 'Jorhat' }
  const id = await createPost(db, student, post(first))
  expect(await createPost(db, student, post({ ...first, isbn: '978 0 306 40615 7' }))).toBe(id)
  for (const changed of [{ ...first, isbn: '' }, { ...first, district: 'Majuli' }, { isbn: first.isbn }]) {
    await expect(createPost(db, student, post(changed))).rejects.toThrow(KeyUsed)
  }
  expect(await findOwnPost(db, student, id)).toMatchObject({ isbn: '9780306406157', district: 'Jorhat' })
})

test('deleting a post removes all its files', async () => {
  const fields = { name: 'Physics', stream: 'Science', condition: 'Good(used)', price: '90' }
  const [picture1, picture2, picture3] = await Promise.all([1, 2, 3].map(() => aPendingPicture(db, storage)))
  const values = newPostRules.book.parse({ ...fields, picture1, picture2, picture3 })
  const before = filesIn(storage.folder)
  const id = await createPost(db, store, { kind: 'book', ...values })
  expect(filesIn(storage.folder)).toEqual(before)
  expect(await deletePost(db, storage, store, id)).toBe(true)
  expect(await findOwnPost(db, store, id)).toBe(null)
  const slugs = [picture1, picture2, picture3].map((key) => key!.replace('.jpg', ''))
  expect(filesIn(storage.folder).filter((name) => slugs.some((slug) => name.startsWith(slug)))).toEqual([])
  expect(await db.selectFrom('files').select('key').where('key', 'in', [picture1!]).execute()).toEqual([])
})

test('a file that cannot be removed is logged and left to the sweep', async () => {
  const { id, pdf1 } = await aRealNote()
  rmSync(path.join(storage.folder, pdf1))
  mkdirSync(path.join(storage.folder, pdf1)) // a folder in its place, which cannot be removed as a file
  expect(await deletePost(db, storage, student, id)).toBe(true)
  expect(storage.said.map((line) => JSON.parse(line))).toMatchObject([
    { key: withoutFileName(pdf1), msg: 'file not removed' },
  ])
  const row = await db.selectFrom('files').select('droppedAt').where('key', '=', pdf1).executeTakeFirst()
  expect(row?.droppedAt).toBeInstanceOf(Date)
})

test('of two concurrent deletes one succeeds', async () => {
  const { id } = await aRealNote()
  const done = await Promise.all([deletePost(db, storage, student, id), deletePost(db, storage, student, id)])
  expect(done.toSorted()).toEqual([false, true])
})

type Edited = Parameters<typeof editRules>[1]

function errorsOf(
  seller: 'student' | 'store',
  post: Omit<Edited, 'pricePaise'> & { pricePaise?: number },
  fields: Record<string, string>,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const reading = readForm(editRules(seller, { pricePaise: 49_500, ...post }), form)
  return reading.ok ? {} : reading.errors
}

test('in a student’s form only the name is required', () => {
  for (const kind of ['book', 'novel'] as const) {
    expect(errorsOf('student', { kind, category: null }, { name: 'A' })).toEqual({})
    expect(errorsOf('student', { kind, category: null }, { name: ' ' })).toEqual({ name: 'Name is required' })
  }
  for (const kind of ['note', 'course'] as const) {
    expect(errorsOf('student', { kind, category: 'Olympiad' }, { name: 'A', category: 'Olympiad' })).toEqual({})
    expect(errorsOf('student', { kind, category: 'Olympiad' }, { name: '', category: 'Olympiad' })).toEqual({
      name: 'Name is required',
    })
  }
})

test('the category of a note is one of five, or its own', () => {
  const post = { kind: 'note', category: "Art's (Degree)" } as const
  for (const category of ["Art's (Degree)", 'HSLC (SEBA)', 'Higher Secondary (Science)']) {
    expect(errorsOf('student', post, { name: 'A', category })).toEqual({})
  }
  expect(errorsOf('student', post, { name: 'A', category: 'HSLC (CBSE)' })).toHaveProperty('category')
  expect(errorsOf('student', post, { name: 'A', category: 'Other' })).toEqual({
    otherCategory: 'Other Category is required',
  })
  expect(errorsOf('student', post, { name: 'A', category: 'Other', otherCategory: 'Olympiad' })).toEqual({})
})

test('in a store’s form name, author and condition are required; for novels category and description, too', () => {
  const empty = { name: '', authorName: '', condition: '', category: '', description: '', stream: 'Arts', price: '9' }
  expect(Object.keys(errorsOf('store', { kind: 'book', category: null }, empty))).toEqual([
    'name',
    'authorName',
    'condition',
  ])
  expect(Object.keys(errorsOf('store', { kind: 'novel', category: null }, empty)).toSorted()).toEqual([
    'authorName',
    'category',
    'condition',
    'description',
    'name',
  ])
})

test('a selling price above the original is refused, also where the original is left as it is', () => {
  const message = 'Selling Price is more than the original price of ₹99'
  const fields = { name: 'A', category: 'Olympiad', authorName: 'B', stream: 'Arts', condition: 'Good(used)' }
  for (const kind of ['book', 'novel', 'note', 'course'] as const) {
    const post = { kind, category: 'Olympiad', pricePaise: 9_900 }
    expect(errorsOf('student', post, { ...fields, sellingPrice: '150' })).toEqual({ sellingPrice: message })
    expect(errorsOf('student', post, { ...fields, price: '150', sellingPrice: '150' })).toEqual({})
  }
  const book = { kind: 'book', category: null } as const
  expect(errorsOf('store', book, { ...fields, price: '99', sellingPrice: '150' })).toEqual({ sellingPrice: message })
})
