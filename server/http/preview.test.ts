import { request } from 'node:http'
import { text } from 'node:stream/consumers'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { aBook, aCourse, aNote, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { removeFolder } from '#tests/support/folder.ts'
import { aStoredPdf, pdf } from '#tests/support/pdfs.ts'
import { testStorage } from '#tests/support/pictures.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

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
const first = pdf({ pages: 3 })
const pdfs = { pdf1: await aStoredPdf(db, storage, first), pdf2: await aStoredPdf(db, storage, pdf({ pages: 2 })) }
const note = await aNote(db, student, { ...pdfs, name: 'বীজগণিত Algebra' })
const course = await aCourse(db, student, pdfs)
const book = await aBook(db, student, pdfs) // with PDFs, which the marketplace never gives to a book

const previewOf = ({ id }: { id: string }, number: number | string = 1) => `${address}/posts/${id}/preview/${number}`

test.for([
  ['a visitor', null],
  ['a student', student],
  ['a store', store],
] as const)("%s may read both PDFs of a note and of another's course", async ([, account]) => {
  const headers = account ? { Cookie: `puthi-session=${await startSession(db, account)}` } : {}
  for (const post of [note, course]) {
    const answer = await fetch(previewOf(post), { headers })
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(first)
    const second = await fetch(previewOf(post, 2), { headers })
    expect((await second.text()).match(/\/Type \/Page /g)).toHaveLength(2)
  }
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
  const head = await fetch(previewOf(note), { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('Content-Length')).toBe(String(first.length))
  const part = await fetch(previewOf(note), { headers: { Range: 'bytes=0-8' } })
  expect([part.status, await part.text()]).toEqual([206, '%PDF-1.7\n'])
  expect(part.headers.get('Content-Range')).toBe(`bytes 0-8/${first.length}`)
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
      const sent = request(`${other.address}/?tab=notes&preview=${note.id}`, { headers }, (answer) => {
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
