import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { pictureUrl, renditionKeys } from '#app/files/pictures/picture-url.ts'
import { servePicture } from '#app/files/pictures/serve-picture.server.ts'
import { watchTakenPictures } from '#app/files/pictures/taken-pictures.server.ts'
import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import { placeOrder } from '#app/orders/place-order.server.ts'
import { editRules } from '#app/posts/kinds/edited-post.ts'
import { newPostRules } from '#app/posts/kinds/new-post.ts'
import { deleteAccount } from '#app/privacy/delete-account.server.ts'
import { anOrder, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPdf } from '#tests/support/pdfs.ts'
import { aPendingPicture, filesIn, testStorage } from '#tests/support/pictures.ts'
import { until } from '#tests/support/until.ts'

import { createPost } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { findOwnPost } from './own-post-queries.server.ts'
import { FileGone, TooFewPictures } from './post-files.server.ts'
import { updatePost } from './update-post.server.ts'

const { db } = await freshDatabase()
let storage: ReturnType<typeof testStorage>
beforeEach(() => void (storage = testStorage()))
const student = await aStudent(db)
const aPicture = () => aPendingPicture(db, storage)

type Seller = Parameters<typeof createPost>[1]

async function aRealBook(seller: Seller = student, count = 3) {
  const keys: string[] = []
  for (let n = 0; n < count; n++) keys.push(await aPicture())
  const [picture1, picture2, picture3 = ''] = keys
  const form = {
    name: 'Physics',
    stream: 'Science',
    condition: 'Good(used)',
    price: '90',
    picture1,
    picture2,
    picture3,
  }
  const id = await createPost(db, seller, { kind: 'book', ...newPostRules.book.parse(form) })
  return { id, keys }
}

/** Submits the student's edit form, which shows these pictures. */
function edit(id: string, shown: string[], fields: Record<string, string> = {}, seller: Seller = student) {
  const form = { name: 'Physics', shownPictures: shown.join(' '), ...fields }
  const edited = editRules('student', { kind: 'book', category: null, pricePaise: 9_000 }).parse(form)
  return updatePost(db, storage, seller, { id, edited })
}

async function picturesOf(id: string) {
  const { picture1, picture2, picture3 } = await db
    .selectFrom('posts')
    .select(['picture1', 'picture2', 'picture3'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [picture1, picture2, picture3].filter((key) => key !== null)
}

/** Which of these pictures the storage has, in all their sizes. */
function stored(...keys: string[]) {
  const files = filesIn(storage.folder)
  return keys.map((key) => {
    const found = renditionKeys(key).filter((file) => files.includes(file)).length
    return found === 0 ? false : found === renditionKeys(key).length || 'partly'
  })
}

test('pictures are put into another order, and all of them stay', async () => {
  const { id, keys } = await aRealBook()
  expect(await edit(id, keys, { picture3Place: '1' })).toBe(true)
  expect(await picturesOf(id)).toEqual([keys[2], keys[0], keys[1]])
  expect(stored(...keys)).toEqual([true, true, true])
})

test('a replaced picture and a removed one are gone from the storage and from their addresses', async () => {
  const { id, keys } = await aRealBook()
  const isTaken = watchTakenPictures(db)
  const statusOf = async (key: string) => {
    const answer = await servePicture(new Request(`http://puthi.test${pictureUrl(key)}`), { storage, isTaken })
    await answer.body?.cancel()
    return answer.status
  }
  const next = await aPicture()
  expect([await statusOf(keys[0]!), await statusOf(next)]).toEqual([200, 404])
  await edit(id, keys, { picture1: next, picture3Removed: 'on' })
  expect(await picturesOf(id)).toEqual([next, keys[1]])
  expect(stored(next, ...keys)).toEqual([true, false, true, false])
  expect([await statusOf(keys[0]!), await statusOf(keys[2]!), await statusOf(next)]).toEqual([404, 404, 200])
})

test('a third picture is added, in the first place', async () => {
  const { id, keys } = await aRealBook(student, 2)
  const third = await aPicture()
  await edit(id, keys, { picture3: third, picture3Place: '1' })
  expect(await picturesOf(id)).toEqual([third, ...keys])
})

test('keys of other posts, of other people and of no file change nothing', async () => {
  const { id, keys } = await aRealBook()
  const [mine, theirs] = [await aRealBook(), await aRealBook(await aStudent(db))]
  const store = await aPendingPicture(db, storage, 'Bookstores')
  for (const key of [mine.keys[0]!, theirs.keys[0]!, store, 'images/none.jpg']) {
    await expect(edit(id, keys, { picture1: key })).rejects.toThrow(FileGone)
  }
  // As a picture to keep such a key is left out, whether it belongs to a post or waits for one.
  const pending = await aPicture()
  for (const key of [theirs.keys[0]!, pending]) {
    await expect(edit(id, [key, keys[0]!], { picture1Place: '2' })).rejects.toThrow(TooFewPictures)
    expect(await picturesOf(id)).toEqual(keys)
    await edit(id, [key, ...keys.slice(0, 2)], { picture1Place: '3' })
    expect(await picturesOf(id)).toEqual(keys.slice(0, 2))
    await edit(id, keys.slice(0, 2), { picture3: (keys[2] = await aPicture()) })
  }
  expect(stored(...theirs.keys, ...mine.keys)).toEqual(Array.from({ length: 6 }, () => true))
})

test('one picture in two places counts once', async () => {
  const { id, keys } = await aRealBook()
  const twice = [keys[0]!, keys[0]!, keys[0]!]
  await expect(edit(id, twice, { picture3Removed: 'on' })).rejects.toThrow(TooFewPictures)
  expect(await picturesOf(id)).toEqual(keys)
})

test('a form that was sent before and is sent again leaves the same', async () => {
  const { id, keys } = await aRealBook()
  const next = await aPicture()
  const fields = { picture1: next, picture1Place: '2' }
  expect([await edit(id, keys, fields), await edit(id, keys, fields)]).toEqual([true, true])
  expect(await picturesOf(id)).toEqual([keys[1], next, keys[2]])
})

test('an edit of the name leaves the pictures that another edit has added meanwhile', async () => {
  const { id, keys } = await aRealBook(student, 2)
  const third = await aPicture()
  await edit(id, keys, { picture3: third })
  await edit(id, keys, { name: 'Physics, Part 2' })
  expect(await picturesOf(id)).toEqual([...keys, third])
})

test('of two edits the last one wins, without the pictures that the first one removed', async () => {
  const { id, keys } = await aRealBook()
  await edit(id, keys, { picture1Removed: 'on' })
  await edit(id, keys, { picture3Place: '1' })
  expect(await picturesOf(id)).toEqual([keys[2], keys[1]])
  await expect(edit(id, keys, { picture3Removed: 'on' })).rejects.toThrow(TooFewPictures)
  expect(await picturesOf(id)).toEqual([keys[2], keys[1]])
})

test('after many edits at once the storage has the pictures of the post, and those of edits that were refused', async () => {
  const { id, keys } = await aRealBook()
  const sent = await Promise.all(Array.from({ length: 6 }, aPicture))
  const edits = await Promise.allSettled(
    sent.map((key, n) => edit(id, keys, { [`picture${(n % 3) + 1}`]: key, [`picture${((n + 1) % 3) + 1}Place`]: '1' })),
  )
  const refused = sent.filter((_, n) => edits[n]!.status === 'rejected')
  expect(refused.length).toBeLessThan(sent.length)
  const left = await picturesOf(id)
  expect(left.length).toBeGreaterThanOrEqual(2)
  await sweepFiles(db, storage)
  expect(filesIn(storage.folder).toSorted()).toEqual([...left, ...refused].flatMap(renditionKeys).toSorted())
})

async function order(buyer: Seller, postId: string) {
  const delivery = { name: 'Rina', phone: '9876543210', alternativePhone: '', pin: '781001', address: 'Panbazar' }
  const placed = { ...delivery, quantity: 1, key: crypto.randomUUID(), shownPaise: 9_000 }
  expect(await placeOrder(db, { postId, buyer, order: placed })).toHaveProperty('orderId')
}

test('a picture that an order shows stays until the account of the seller is deleted', async () => {
  const seller = await aStudent(db)
  const { id, keys } = await aRealBook(seller, 2)
  await order(student, id)
  const [third, fourth] = [await aPicture(), await aPicture()]
  await edit(id, keys, { picture1: third, picture2: fourth }, seller)
  expect(stored(...keys, third, fourth)).toEqual([true, true, true, true])

  await deletePost(db, storage, seller, id)
  expect(stored(...keys, third, fourth)).toEqual([true, true, false, false])

  await deleteAccount(db, { viewer: seller, password: makersPassword, address: 'here' })
  await sweepFiles(db, storage)
  expect(stored(...keys)).toEqual([false, false])
})

test('an edit waits for an order that is being placed, and keeps the pictures that it shows', async () => {
  const { id, keys } = await aRealBook()
  const [buyer, next] = [await aStore(db), await aPicture()]
  const [picture1, picture2] = keys
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }
  const { edited } = await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('posts').select('id').where('id', '=', id).forShare().execute()
    const waiting = edit(id, keys, { picture1: next, picture3Removed: 'on' })
    await until(isWaiting)
    await anOrder(transaction, {
      postId: id,
      sellerId: student.id,
      buyerId: buyer.id,
      picture1: picture1!,
      picture2: picture2!,
    })
    return { edited: waiting }
  })
  expect(await edited).toBe(true)
  expect(stored(...keys, next)).toEqual([true, true, false, true])
})

test('the cover of a course is replaced, removed, and left as it is', async () => {
  const [pdf1, pdf2] = [await aPendingPdf(db, storage), await aPendingPdf(db, storage)]
  const [cover, next] = [await aPicture(), await aPicture()]
  const form = { name: 'Spoken English', category: 'HSLC (SEBA)', price: '70', pdf1, pdf2, coverImage: cover }
  const id = await createPost(db, student, { kind: 'course', ...newPostRules.course.parse(form) })
  const rules = editRules('student', { kind: 'course', category: 'HSLC (SEBA)', pricePaise: 7_000 })
  const change = (fields: Record<string, string>) => {
    const edited = rules.parse({ name: 'Spoken English', category: 'HSLC (SEBA)', ...fields })
    return updatePost(db, storage, student, { id, edited })
  }
  const coverOf = async () => (await findOwnPost(db, student, id))!.coverImage
  await change({ coverImage: '' })
  expect(await coverOf()).toBe(cover)
  await change({ coverImage: next, coverImageRemoved: 'on' })
  expect([await coverOf(), ...stored(cover, next)]).toEqual([next, false, true])
  await expect(change({ coverImage: pdf1 })).rejects.toThrow(FileGone)
  await change({ coverImageRemoved: 'on' })
  expect([await coverOf(), ...stored(next)]).toEqual([null, false])
  expect(await findOwnPost(db, student, id)).toMatchObject({ pdf1, pdf2 })
})

test('stream and condition stay where a form does not have them; class, year, ISBN and district are saved', async () => {
  const { id, keys } = await aRealBook()
  const fields = { className: 'XII', publishYear: '2021', isbn: '0-306-40615-2', district: 'Jorhat' }
  await edit(id, keys, fields)
  expect(await findOwnPost(db, student, id)).toMatchObject({
    stream: 'Science',
    condition: 'Good(used)',
    className: 'XII',
    publishYear: 2021,
    isbn: '9780306406157',
    district: 'Jorhat',
  })
  await edit(id, keys, { stream: 'Arts', condition: 'Superb(used)' })
  expect(await findOwnPost(db, student, id)).toMatchObject({
    stream: 'Arts',
    condition: 'Superb(used)',
    className: '',
    publishYear: null,
    isbn: null,
    district: null,
  })
})
