import { expect, test } from 'vitest'

import type { Viewer } from '#app/access/viewer.ts'
import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import { createPost } from '#app/posts/selling/create-post.server.ts'
import { deletePost } from '#app/posts/selling/delete-post.server.ts'
import { newPostRules } from '#app/posts/kinds/new-post.ts'
import { deleteAccount } from '#app/privacy/delete-account.server.ts'
import { aStudent, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aStoredPdf, pdf } from '#tests/support/pdfs.ts'
import { filesIn, testStorage } from '#tests/support/pictures.ts'
import { readPdf } from '#tests/support/read-pdf.ts'

import { findBuyersCopy } from './buyers-copy.server.ts'
import { type Change, changeOrder } from './change-order.server.ts'
import { releaseFilesOfBuyer } from './order-files.server.ts'
import { listPurchases } from './order-queries.server.ts'
import type { Deed } from './order-rules.ts'
import { placeOrder } from './place-order.server.ts'

const { db } = await freshDatabase()

/** Notes for sale with two real PDFs, and an order of them. */
async function anOrderOfNotes(price = '49') {
  const storage = testStorage()
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const [pdf1, pdf2] = [
    await aStoredPdf(db, storage, pdf({ pages: 7 })),
    await aStoredPdf(db, storage, pdf({ pages: 2 })),
  ]
  const form = newPostRules.note.parse({ name: 'Optics', category: 'HSLC (SEBA)', price, pdf1, pdf2 })
  const postId = await createPost(db, seller, { kind: 'note', ...form })
  const order = {
    key: crypto.randomUUID(),
    shownPaise: Number(price) * 100,
    name: 'ৰীণা Das',
    phone: '9876543210',
    alternativePhone: '',
    quantity: 1,
    pin: '781001',
    address: 'Panbazar',
  }
  const { orderId } = (await placeOrder(db, { postId, buyer, order })) as { orderId: string }
  const does = (person: Viewer, deed: Deed, said: Partial<Change> = {}) =>
    changeOrder(db, { orderId, person, deed, key: crypto.randomUUID(), ...said })
  const copyFor = (person: Pick<Viewer, 'id'>, number = 1) =>
    findBuyersCopy(db, storage, { buyer: person, orderId, number })
  const read = async (key: string) =>
    readPdf(new Uint8Array(await new Response((await storage.open(key))!.stream).arrayBuffer()))
  return { storage, seller, buyer, postId, orderId, pdf1, pdf2, does, copyFor, read }
}

test('the file is there once the payment is confirmed: every page with a line, made once, for the buyer alone', async () => {
  const { storage, seller, buyer, pdf1, orderId, does, copyFor, read } = await anOrderOfNotes()
  expect(await copyFor(buyer)).toBe(null)
  await does(buyer, 'say paid', { detail: '4821' })
  expect(await copyFor(buyer)).toBe(null)
  expect((await listPurchases(db, buyer, {})).orders[0]!.pdfs).toEqual([])
  await does(seller, 'confirm payment')
  expect((await listPurchases(db, buyer, {})).orders[0]!.pdfs).toEqual([1, 2])

  const copies = await Promise.all([copyFor(buyer), copyFor(buyer), copyFor(buyer)]) // at once
  expect(new Set(copies.map((copy) => copy!.key))).toHaveLength(1)
  const copy = copies[0]!
  expect([copy.fileName, copy.key === pdf1]).toEqual(['Optics', false])
  expect((await copyFor(buyer))!.key).toBe(copy.key)
  const [before, after] = [await read(pdf1), await read(copy.key)]
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  expect(after).toHaveLength(7)
  for (const [n, page] of after.entries())
    expect([before[n]!.hasInk({ top: 0.96 }), page.hasInk({ top: 0.96 })]).toEqual([false, true])
  expect((await copyFor(buyer, 2))!.fileName).toBe('Optics (2)')
  expect(await copyFor(buyer, 3)).toBe(null)
  for (const other of [seller, await aStudent(db)]) expect(await copyFor(other)).toBe(null)
  expect(await findBuyersCopy(db, storage, { buyer, orderId: 'none', number: 1 })).toBe(null)

  await does(buyer, 'report problem', { detail: 'Page 3 cannot be read' })
  expect((await copyFor(buyer))!.key).toBe(copy.key)
  expect(orderId).toBeTruthy()
})

test('what is free is there at once; a disputed payment gives nothing', async () => {
  const free = await anOrderOfNotes('0')
  expect(await free.copyFor(free.buyer)).not.toBe(null)
  const { seller, buyer, does, copyFor } = await anOrderOfNotes()
  await does(buyer, 'say paid', { detail: '4821' })
  await does(seller, 'deny payment')
  expect(await copyFor(buyer)).toBe(null)
})

test('the file outlives its post, and goes with an order that came to nothing', async () => {
  const { storage, seller, buyer, postId, pdf1, does, copyFor } = await anOrderOfNotes()
  const other = await aStudent(db)
  const order = {
    key: crypto.randomUUID(),
    shownPaise: 4_900,
    name: 'Anu',
    phone: '9876543210',
    alternativePhone: '',
    quantity: 1,
    pin: '781001',
    address: 'Panbazar',
  }
  const { orderId } = (await placeOrder(db, { postId, buyer: other, order })) as { orderId: string }
  await does(buyer, 'say paid', { detail: '4821' })
  await deletePost(db, storage, seller, postId)
  await sweepFiles(db, storage)
  await changeOrder(db, { orderId, person: other, deed: 'withdraw', reason: 'price', key: crypto.randomUUID() })
  await sweepFiles(db, storage)
  await does(seller, 'confirm payment')
  expect(await copyFor(buyer)).not.toBe(null)
  expect(filesIn(storage.folder)).toContain(pdf1)

  await db.transaction().execute((transaction) => releaseFilesOfBuyer(transaction, buyer))
  await sweepFiles(db, storage)
  expect(filesIn(storage.folder)).toEqual([])
})

test('who has paid keeps the file although the seller leaves', async () => {
  const { storage, seller, buyer, does, copyFor } = await anOrderOfNotes()
  await does(buyer, 'say paid', { detail: '4821' })
  await does(seller, 'confirm payment')
  await deleteAccount(db, { viewer: seller, password: makersPassword, address: 'here' })
  await sweepFiles(db, storage)
  expect(await copyFor(buyer)).toMatchObject({ fileName: 'Optics' })
})

test('while the post is there, an order that came to nothing takes nothing with it', async () => {
  const { storage, buyer, pdf1, does } = await anOrderOfNotes()
  await does(buyer, 'withdraw', { reason: 'price' })
  await sweepFiles(db, storage)
  expect(filesIn(storage.folder)).toContain(pdf1)
})
