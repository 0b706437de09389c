import { request } from 'node:http'
import { text } from 'node:stream/consumers'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { previewPath } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { pdfOf } from '#app/files/pdfs/assemble-pdf.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createPreviewMaker } from '#app/posts/preview/draw-previews.job.server.ts'
import { findPreview } from '#app/posts/preview/preview-queries.server.ts'
import { previewTexts } from '#app/posts/preview/preview-texts.ts'
import { aBook, aCourse, aNote, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { removeFolder } from '#tests/support/folder.ts'
import { aStoredPdf, pdf } from '#tests/support/pdfs.ts'
import { testStorage } from '#tests/support/pictures.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'
import { untilHolds } from '#tests/support/until.ts'

const { db, url } = await freshDatabase()
const folder = temporaryFolder()
const storage = testStorage(folder)
const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder })
afterAll(async () => {
  await server.stop()
  await removeFolder(folder)
})
const { address } = server

const student = await aStudent(db)
const store = await aStore(db)
/** Words that stand on one page each. */
const words = ['aardvark', 'bandicoot', 'capybara', 'dugong', 'echidna', 'flamingo', 'grasshopper', 'hedgehog']
const whole = pdfOf(words.map((word) => `BT /F1 60 Tf 60 400 Td (${word}) Tj ET`))

/** Two PDFs that belong to a post, as after an upload. */
async function twoPdfs() {
  const pdfs = { pdf1: await aStoredPdf(db, storage, whole), pdf2: await aStoredPdf(db, storage, pdf({ pages: 2 })) }
  for (const key of Object.values(pdfs)) await takeFile(db, key, 'uploads')
  return pdfs
}
const pdfs = await twoPdfs()
const note = await aNote(db, student, { ...pdfs, name: 'বীজগণিত Algebra' })
const course = await aCourse(db, student, await twoPdfs())
const book = await aBook(db, student, await twoPdfs()) // with PDFs, which the marketplace never gives to a book
const maker = createPreviewMaker({ db, storage, config: readConfig({}) })
await maker.drawAll()

const people = [
  ['a visitor', null],
  ['another student', await aStudent(db)],
  ['a store', store],
  ['its seller', student],
] as const
const cookieOf = async (account: Parameters<typeof startSession>[1] | null): Promise<Record<string, string>> =>
  account ? { Cookie: `puthi-session=${await startSession(db, account)}` } : {}

/** Nothing of the PDF itself is in the answer: neither a word of it nor its bytes. */
async function expectNoPdf(answer: Response) {
  const bytes = Buffer.from(await answer.arrayBuffer())
  for (const word of words) expect(bytes.includes(word)).toBe(false)
  expect(bytes.includes(whole.subarray(200, 300))).toBe(false)
}

const previewOf = ({ id }: { id: string }, number: number | string = 1) => `${address}/posts/${id}/preview/${number}`

test.for(people)('%s sees the first pages of both PDFs of a note and a course, drawn', async ([, account]) => {
  const headers = await cookieOf(account)
  for (const post of [note, course]) {
    const answer = await fetch(previewOf(post), { headers })
    expect(answer.status).toBe(200)
    const pages = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    const of = post === course ? 'course' : 'notes'
    expect(pages.map(({ text: said }) => said)).toEqual(['', '', '', `5 more pages. Buy the ${of} to read them all.`])
    const second = await fetch(previewOf(post, 2), { headers })
    expect(await readPdf(new Uint8Array(await second.arrayBuffer()))).toHaveLength(2)
  }
})

test.for(people.slice(0, 3))('no address, key, range, number or cache gives the PDF to %s', async ([, account]) => {
  const session = await cookieOf(account)
  const own = `${address}/posts/${note.id}/pdfs/1`
  const { etag: wholeEtag } = Object.fromEntries(
    (await fetch(own, { method: 'HEAD', headers: await cookieOf(student) })).headers,
  )
  const key = pdfs.pdf1
  const { key: previewKey } = (await findPreview(db, readConfig({}), note.id, 1))!
  const places = [
    previewOf(note),
    previewOf(note, 2),
    previewOf(course),
    `${previewOf(note)}?pages=all`,
    `${previewOf(note)}#4`,
    ...[0, 3, 4, -1, '1.pdf', '1%2F..%2F..%2Fpdfs%2F1', '../pdfs/1', '..%2fpdfs%2f1'].map((n) => previewOf(note, n)),
    `/${key}`,
    `/files/${key}`,
    `/pictures/${key}`,
    `/pictures/images/..%2f..%2f${key}`,
    `/data/files/${key}`,
    `/${previewKey}`,
    `/files/${previewKey}`,
    `/pictures/${previewKey}`,
    `/uploads/pdf?key=${key}`,
    `/posts/${note.id}/pdfs/1.data`,
    `/posts/${note.id}/preview/1.data`,
    `/posts/${note.id}/preview/${key}`,
    own,
    `${own}/`,
    own.toUpperCase().replace('HTTP', 'http'),
    `${own}?preview=1`,
  ].map((place) => new URL(place, address))
  const asked: Record<string, string>[] = [
    {},
    ...['bytes=0-', 'bytes=0-99999999', 'bytes=-500', 'bytes=500000-', 'bytes=0-1,5-9', 'bytes=99-1'].map((Range) => ({
      Range,
    })),
    { 'If-None-Match': wholeEtag! },
    { 'If-None-Match': '*' },
    { 'If-Range': wholeEtag!, Range: 'bytes=0-' },
    { 'If-Modified-Since': new Date().toUTCString() },
  ]
  for (const place of places)
    for (const headers of asked) {
      const answer = await fetch(place, { headers: { ...session, ...headers } })
      expect([place.href, answer.status]).not.toEqual([place.href, 304]) // nobody is told that the old PDF is still right
      await expectNoPdf(answer)
    }
})

test('the seller reads the whole PDF at an address that nobody else can use', async () => {
  const ask = async (account: Parameters<typeof cookieOf>[0]) =>
    fetch(`${address}/posts/${note.id}/pdfs/1`, { headers: await cookieOf(account), redirect: 'manual' })
  const answer = await ask(student)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole)
  expect(answer.headers.get('Cache-Control')).toBe('private, max-age=0, must-revalidate')
  expect((await ask(null)).status).toBe(302)
  expect((await ask(people[1][1])).status).toBe(404)
  expect((await ask(store)).status).toBe(404)
})

test('while a preview is being drawn it is said, and nothing is cached; then it is there', async () => {
  const post = await aNote(db, student, await twoPdfs())
  const first = await fetch(previewOf(post))
  expect([first.status, await first.text()]).toEqual([202, previewTexts.beingMade])
  expect(first.headers.get('Cache-Control')).toBe('no-store')
  expect([first.headers.get('Retry-After'), first.headers.get('Refresh')]).toEqual(['1', '2'])
  for (const number of [1, 2])
    await untilHolds(async () => expect((await fetch(previewOf(post, number), { method: 'HEAD' })).status).toBe(200))
})

test('a post that is uploaded has its previews without anybody asking', async () => {
  const upload = await aStudent(db)
  const pending = { pdf1: await aStoredPdf(db, storage, whole), pdf2: await aStoredPdf(db, storage, pdf()) }
  const fields = { name: 'Optics', category: 'HSLC (SEBA)', price: '70', ...pending }
  const answer = await fetch(`${address}/CreateCourseAndNotes?tab=notes`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { ...(await cookieOf(upload)), Accept: 'text/html', Origin: address },
  })
  expect(answer.status).toBe(303)
  const { id } = await db.selectFrom('posts').select('id').where('sellerId', '=', upload.id).executeTakeFirstOrThrow()
  const drawn = () => findPreview(db, readConfig({}), id, 2)
  await untilHolds(async () => expect(await drawn()).toMatchObject({ isDrawn: true }))
})

test('of a PDF that cannot be drawn there is no preview', async () => {
  const { pdf1, pdf2 } = await twoPdfs()
  await db.updateTable('files').set({ pageCount: 40 }).where('key', '=', pdf2).execute() // it has 2
  const post = await aNote(db, student, { pdf1, pdf2 })
  await maker.drawAll()
  const answer = await fetch(previewOf(post, 2))
  expect([answer.status, await answer.text()]).toEqual([404, previewTexts.none])
})

test('a preview has the name of its post, may be framed only by this site, and is not indexed', async () => {
  const { headers } = await fetch(previewOf(note), { method: 'HEAD' })
  expect(headers.get('Content-Type')).toBe('application/pdf')
  expect(headers.get('Content-Disposition')).toMatch(/^inline; .*Algebra%20%28PDF%201%29\.pdf$/)
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
  expect(headers.get('Cache-Control')).toBe('private, max-age=0, must-revalidate')
})

test('a preview supports range requests, and HEAD with its size', async () => {
  const size = (await (await fetch(previewOf(note))).arrayBuffer()).byteLength
  const head = await fetch(previewOf(note), { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('Content-Length')).toBe(String(size))
  const part = await fetch(previewOf(note), { headers: { Range: 'bytes=0-8' } })
  expect([part.status, await part.text()]).toEqual([206, '%PDF-1.7\n'])
  expect(part.headers.get('Content-Range')).toBe(`bytes 0-8/${size}`)
})

test.for([
  ['a post that does not exist', previewOf({ id: newId() })],
  ['what is no id', previewOf({ id: '42' })],
  ['an id and more', previewOf({ id: `${note.id}'` })],
  ['a book', previewOf(book)],
  ['a third PDF', previewOf(note, 3)],
  ['number 0', previewOf(note, 0)],
  ['number 01', previewOf(note, '01')],
  ['a name as number', previewOf(note, 'length')],
] as const)('%s is answered 404', async ([, place]) => {
  const answer = await fetch(place)
  expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test.for(['1.data', '1/_.data'])(
  '%s, a data request, which would buffer the PDF in memory, is answered 404',
  async (number) => {
    const answer = await fetch(previewOf(note, number))
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('%PDF')
  },
)

test.for(['POST', 'PUT', 'DELETE'])('%s is not allowed', async (method) => {
  expect((await fetch(previewOf(note), { method, headers: { Origin: address } })).status).toBe(405)
})

test('with a document viewer, pages may frame its origin and no other', async () => {
  const frames = async (of: string) =>
    /frame-src [^;]*/.exec((await fetch(of)).headers.get('Content-Security-Policy')!)![0]
  expect(await frames(address)).toBe("frame-src 'self'")
  const other = await startServer({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PUBLIC_URL: 'https://puthi.example',
    DOCUMENT_VIEWER_URL: 'https://viewer.example:8443/embed;x?url={url}',
  })
  onTestFinished(async () => void (await other.stop()))
  expect(await frames(other.address)).toBe("frame-src 'self' https://viewer.example:8443")
})

test('the document viewer gets the configured origin, whatever the Host header', async () => {
  const other = await startServer({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PUBLIC_URL: 'https://puthi.example',
    DOCUMENT_VIEWER_URL: 'https://viewer.example/embed?url={url}',
  })
  onTestFinished(async () => void (await other.stop()))
  const ask = (host: string, cookie = '') =>
    new Promise<string>((resolve, reject) => {
      const headers = { Host: host, Cookie: cookie }
      const sent = request(other.address + previewPath(note.id), { headers }, (answer) => {
        resolve(text(answer))
      })
      sent.on('error', reject).end()
    })
  const { host } = new URL(other.address)
  for (const cookie of ['', `__Host-puthi-session=${await startSession(db, student)}`]) {
    for (const asked of ['evil.example', host]) {
      const page = await ask(asked, cookie)
      expect(page).toContain('https://puthi.example')
      expect(page).not.toContain('evil.example')
      expect(page).not.toContain(host)
    }
  }
})
