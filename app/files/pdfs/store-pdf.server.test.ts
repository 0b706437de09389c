import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ReadableStream } from 'node:stream/web'

import { beforeEach, expect, test } from 'vitest'

import { pdfMaxBytes } from '#app/files/file-rules.ts'
import { CutOffError } from '#app/files/incoming-file.server.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { encryptedPdf, lockedPdf, pdf, signedPdf, wrongPdfs } from '#tests/support/pdfs.ts'
import { bytesOf, filesIn, testStorage } from '#tests/support/pictures.ts'

import { storePdf } from './store-pdf.server.ts'
import { uploadPdf } from './upload-pdf.server.ts'

const { db } = await freshDatabase()
beforeEach(async () => void (await db.deleteFrom('files').execute()))

const rows = () => db.selectFrom('files').selectAll().execute()

async function store(bytes: Buffer, name = 'Notes.pdf') {
  const storage = testStorage()
  const stored = await storePdf(db, storage, { name, bytes: bytesOf(bytes) })
  if ('problem' in stored) throw new Error(stored.problem)
  const row = await db.selectFrom('files').selectAll().where('key', '=', stored.key).executeTakeFirstOrThrow()
  return { storage, key: stored.key, row }
}

async function* cutOff(bytes: Buffer) {
  yield bytes.subarray(0, bytes.length / 2)
  throw new Error('aborted')
}

test.for([1, 3, 300])('a PDF of %i pages is stored unchanged, pending until it is taken', async (pages) => {
  const sent = pdf({ pages })
  const { storage, key, row } = await store(sent, 'Phÿsics (2).PDF')
  expect(key).toMatch(/^uploads\/\d{13}_[0-9a-f]{32}_Physics-2\.pdf$/)
  expect(row).toMatchObject({ kind: 'pdf', pageCount: pages, bytes: sent.length, takenAt: null, droppedAt: null })
  expect(filesIn(storage.folder)).toEqual([key])
  expect(readFileSync(path.join(storage.folder, key)).equals(sent)).toBe(true)
})

test('a PDF of exactly 25 MB is accepted', async () => {
  const rest = pdfMaxBytes - pdf({ noise: 20_000_000 }).length
  const sent = pdf({ noise: 20_000_000 + rest })
  expect(sent).toHaveLength(pdfMaxBytes)
  expect((await store(sent)).row).toMatchObject({ bytes: pdfMaxBytes, pageCount: 1 })
})

test('a PDF that is protected only against changes is accepted, and stored with its lock', async () => {
  expect((await store(lockedPdf('changes'))).row.pageCount).toBe(2)
  const sent = encryptedPdf()
  const { storage, key, row } = await store(sent)
  expect(row.pageCount).toBe(1)
  expect(readFileSync(path.join(storage.folder, key)).equals(sent)).toBe(true)
})

test('a signed PDF is accepted', async () => {
  expect((await store(signedPdf())).row.pageCount).toBe(1)
})

test('bytes before and after a PDF, as some programs leave them, do not matter', async () => {
  const sent = Buffer.concat([Buffer.from('\n\n'), pdf({ pages: 2 }), Buffer.alloc(100, '\n')])
  expect((await store(sent)).row.pageCount).toBe(2)
})

test('a PDF without a usable name gets one', async () => {
  expect((await store(pdf(), 'পুথি.pdf')).key).toMatch(/_document\.pdf$/)
  expect((await store(pdf(), '../../etc/passwd')).key).toMatch(/^uploads\/[^/]+_etc-passwd\.pdf$/)
})

test.for(wrongPdfs)('$what is refused and leaves nothing', async ({ name, make, problem }) => {
  const storage = testStorage()
  expect(await storePdf(db, storage, { name, bytes: bytesOf(await make()) })).toEqual({ problem })
  expect(filesIn(storage.folder)).toEqual([])
  expect(await rows()).toEqual([])
})

test('reading an endless body stops after 25 MB', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1_048_576
      yield Buffer.alloc(1_048_576)
    }
  }
  const storage = testStorage()
  expect(await storePdf(db, storage, { name: 'a.pdf', bytes: endless() })).toEqual({ problem: 'pdf too large' })
  expect(read).toBe(26 * 1_048_576)
  expect(filesIn(storage.folder)).toEqual([])
})

test('a PDF that is cut off on its way leaves nothing', async () => {
  const storage = testStorage()
  const bytes = cutOff(pdf({ noise: 200_000 }))
  await expect(storePdf(db, storage, { name: 'a.pdf', bytes })).rejects.toThrow(CutOffError)
  expect(filesIn(storage.folder)).toEqual([])
  expect(await rows()).toEqual([])
})

test('the row is written before the bytes, so that the sweep can clean up after a storage failure', async () => {
  const storage = testStorage()
  const failing = { ...storage, put: () => Promise.reject(new Error('disk full')) }
  await expect(storePdf(db, failing, { name: 'a.pdf', bytes: bytesOf(pdf()) })).rejects.toThrow('disk full')
  expect(await rows()).toMatchObject([{ kind: 'pdf', takenAt: null }])
  expect(filesIn(storage.folder)).toEqual([])
})

function request(body: AsyncIterable<Uint8Array> | null, name = 'Notes.pdf') {
  const stream = body && (ReadableStream.from(body) as unknown as BodyInit)
  const init = { method: 'POST', body: stream, duplex: 'half' }
  return new Request(`http://puthi.example/uploads/pdf?name=${encodeURIComponent(name)}`, init)
}

test('the body of a request is stored, and the answer is its key', async () => {
  const storage = testStorage()
  const answer = await uploadPdf(request(bytesOf(pdf())), db, storage)
  expect(answer.status).toBe(201)
  expect(filesIn(storage.folder)).toEqual([((await answer.json()) as { key: string }).key])
})

test('a refused body is answered with its problem', async () => {
  const storage = testStorage()
  const text = await uploadPdf(request(bytesOf(Buffer.from('text'))), db, storage)
  expect([text.status, await text.json()]).toEqual([415, { problem: 'not a pdf' }])
  const large = await uploadPdf(request(bytesOf(Buffer.alloc(26 * 1_048_576))), db, storage)
  expect([large.status, await large.json()]).toEqual([413, { problem: 'pdf too large' }])
  expect((await uploadPdf(request(null), db, storage)).status).toBe(415)
})

test('a request body that is cut off leaves nothing', async () => {
  const storage = testStorage()
  expect((await uploadPdf(request(cutOff(pdf({ noise: 200_000 }))), db, storage)).status).toBe(400)
  expect(filesIn(storage.folder)).toEqual([])
  expect(await rows()).toEqual([])
})
