import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { takeFile } from '#app/files/storage/take-file.server.ts'
import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { editRules } from '#app/posts/kinds/edited-post.ts'
import { deletePost } from '#app/posts/selling/delete-post.server.ts'
import { updatePost } from '#app/posts/selling/update-post.server.ts'
import { removeAccount } from '#app/privacy/delete-account.server.ts'
import { aBook, aCourse, aNote, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPdf, aStoredPdf, pdf } from '#tests/support/pdfs.ts'
import { filesIn, testStorage } from '#tests/support/pictures.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { untilHolds } from '#tests/support/until.ts'

import { createPreviewMaker } from './draw-previews.job.server.ts'
import { findPreview } from './preview-queries.server.ts'

const { db } = await freshDatabase()
const config = readConfig({})

/** Two PDFs that belong to a post, as after an upload. */
async function twoPdfs(storage: ReturnType<typeof testStorage>, { pages = 10 } = {}) {
  const pdfs = {
    pdf1: await aStoredPdf(db, storage, pdf({ pages })),
    pdf2: await aStoredPdf(db, storage, pdf({ pages: 2 })),
  }
  for (const key of Object.values(pdfs)) await takeFile(db, key, 'uploads')
  return pdfs
}

async function aMarket({ pages = 10 } = {}) {
  const storage = testStorage()
  const seller = await aStudent(db)
  const post = await aNote(db, seller, await twoPdfs(storage, { pages }))
  return { storage, seller, post, maker: createPreviewMaker({ db, storage, config }) }
}

const previewOf = ({ id }: { id: string }, number: 1 | 2 = 1, by = config) => findPreview(db, by, id, number)
const previewsIn = ({ folder }: { folder: string }) => filesIn(folder).filter((file) => file.startsWith('previews/'))

test('previews of existing posts are drawn by the job, once', async () => {
  const { storage, post, maker } = await aMarket()
  const course = await aCourse(db, await aStudent(db), await twoPdfs(storage))
  expect(await previewOf(post)).toMatchObject({ isDrawn: false, key: null })
  await maker.drawAll()
  const files = previewsIn(storage)
  expect(files).toHaveLength(4)
  for (const one of [post, course])
    for (const number of [1, 2] as const) {
      const { isDrawn, key } = (await previewOf(one, number))!
      expect(isDrawn).toBe(true)
      expect(files).toContain(key)
      const pages = await readPdf(readFileSync(path.join(storage.folder, key!)))
      const row = await db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ pageCount: pages.length, takenAt: expect.any(Date), droppedAt: null })
      const of = one === course ? 'course' : 'notes'
      expect(pages.at(-1)!.text).toBe(
        number === 1 ? `7 more pages. Buy the ${of} to read them all.` : `1 more page. Buy the ${of} to read it.`,
      )
    }
  await maker.drawAll()
  expect(previewsIn(storage)).toEqual(files)
})

test('books have none, though they had PDFs', async () => {
  const storage = testStorage()
  const book = await aBook(db, await aStudent(db), await twoPdfs(storage))
  await createPreviewMaker({ db, storage, config }).drawAll()
  expect(await previewOf(book)).toBe(null)
  expect(previewsIn(storage)).toEqual([])
})

test('a request draws soon, and is the same as those before it', async () => {
  const { storage, post, maker } = await aMarket()
  for (let n = 0; n < 20; n++) maker.request(post.id)
  await untilHolds(async () => expect(await previewOf(post, 2)).toMatchObject({ isDrawn: true }))
  expect(previewsIn(storage)).toHaveLength(2)
})

test('of two processes that draw the same preview, one stores it, and the other leaves nothing', async () => {
  const { storage, post, maker } = await aMarket()
  await Promise.all([maker.drawAll(), createPreviewMaker({ db, storage, config }).drawAll()])
  const kept = [(await previewOf(post, 1))!.key, (await previewOf(post, 2))!.key]
  expect(new Set(previewsIn(storage))).toEqual(new Set(kept))
})

test('a PDF that is replaced gets another preview, and the old one is removed', async () => {
  const { storage, seller, post, maker } = await aMarket()
  await maker.drawAll()
  const [before, second] = [(await previewOf(post, 1))!.key, (await previewOf(post, 2))!.key]
  const { name, category } = post
  const form = { name, category, price: '70', pdf1: await aPendingPdf(db, storage) }
  const edited = editRules('student', { kind: 'note', category, pricePaise: 7_000 }).parse(form)
  expect(await updatePost(db, storage, seller, { id: post.id, edited })).toBe(true)
  expect(await previewOf(post, 1)).toMatchObject({ isDrawn: false, key: null })
  expect(previewsIn(storage)).toEqual([second])
  await maker.drawAll()
  const after = (await previewOf(post, 1))!.key
  expect(after).not.toBe(before)
  expect(previewsIn(storage)).toHaveLength(2)
  expect(previewsIn(storage)).toEqual(expect.arrayContaining([after, second]))
})

test('previews go with their post, and with the account of its seller', async () => {
  const { storage, seller, post, maker } = await aMarket()
  await aNote(db, seller, await twoPdfs(storage))
  await maker.drawAll()
  expect(previewsIn(storage)).toHaveLength(4)
  expect(await deletePost(db, storage, seller, post.id)).toBe(true)
  expect(filesIn(storage.folder)).toHaveLength(4)
  await removeAccount(db, seller, { account: '' })
  await sweepFiles(db, storage)
  expect(filesIn(storage.folder)).toEqual([])
})

test('a post that is deleted while its preview is drawn leaves nothing', async () => {
  const { storage, seller, post, maker } = await aMarket()
  const drawing = maker.drawAll()
  // The preview is in the storage, and not yet tied to its PDF.
  await untilHolds(() => expect(filesIn(storage.folder).some((file) => file.includes('sent-'))).toBe(true))
  expect(await deletePost(db, storage, seller, post.id)).toBe(true)
  await drawing
  expect(filesIn(storage.folder).filter((file) => !file.startsWith('.incoming'))).toEqual([])
})

test('other settings draw previews anew; until then the old ones are not given out', async () => {
  const { storage, post, maker } = await aMarket({ pages: 30 })
  const all = readConfig({ PREVIEW_PAGES: 'all', SITE_NAME: 'পোথিঘৰ' })
  await createPreviewMaker({ db, storage, config: all }).drawAll()
  expect(await previewOf(post, 1, all)).toMatchObject({ isDrawn: true })
  expect(await previewOf(post, 1)).toMatchObject({ isDrawn: false })
  const allKeys = previewsIn(storage)
  await maker.drawAll()
  const { key } = (await previewOf(post, 1))!
  expect(await readPdf(readFileSync(path.join(storage.folder, key!)))).toHaveLength(4)
  expect(previewsIn(storage)).toHaveLength(2)
  for (const old of allKeys) expect(previewsIn(storage)).not.toContain(old)
})

test('a PDF that cannot be drawn has no preview, is logged, and is not tried again', async () => {
  const storage = testStorage()
  const pdfs = await twoPdfs(storage)
  await db.updateTable('files').set({ pageCount: 40 }).where('key', '=', pdfs.pdf2).execute() // it has 2
  const post = await aNote(db, await aStudent(db), pdfs)
  const maker = createPreviewMaker({ db, storage, config })
  await maker.drawAll()
  expect(await previewOf(post, 1)).toMatchObject({ isDrawn: true, key: expect.any(String) })
  expect(await previewOf(post, 2)).toMatchObject({ isDrawn: true, key: null })
  const lines = () => storage.said.filter((line) => line.includes('PDF cannot be drawn'))
  expect(lines()).toHaveLength(1)
  await maker.drawAll()
  expect(lines()).toHaveLength(1)
})
