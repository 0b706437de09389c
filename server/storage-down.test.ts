import { randomBytes } from 'node:crypto'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { aNote, aStudent } from '#database/makers.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { pdf } from '#tests/support/pdfs.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { startServer } from '#tests/support/server.ts'
import { untilHolds } from '#tests/support/until.ts'

const { db, url } = await freshDatabase()
const student = await aStudent(db)
const ID_KEY = randomBytes(32).toString('base64') // the same for all servers, because they share the database
const Cookie = `puthi-session=${await startSession(db, student)}`

async function aServer() {
  const bucket = await startBucket()
  const [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = [bucket.key.id, bucket.key.secret]
  const env = { ID_KEY, DATABASE_URL: url, DATA_DIR: testFolder(), FILES_URL: bucket.url, AWS_ACCESS_KEY_ID }
  const server = await startServer({ ...env, AWS_SECRET_ACCESS_KEY })
  onTestFinished(async () => void (await server.stop()))
  const send = (place: string, body: BodyInit, accept = '*/*') =>
    fetch(server.address + place, { method: 'POST', body, headers: { Cookie, Accept: accept } })
  const keyOf = async (answer: Response) => ((await answer.json()) as { key: string }).key
  const [picture, document] = [new Uint8Array(await jpeg(40, 30)), new Uint8Array(pdf())]
  const sent = { picture: '/uploads/picture?folder=images&name=a.jpg', pdf: '/uploads/pdf?name=a.pdf' }
  const key = await keyOf(await send(sent.picture, picture))
  await takeFile(db, key, 'images')
  const [pdf1, pdf2] = [await keyOf(await send(sent.pdf, document)), await keyOf(await send(sent.pdf, document))]
  for (const one of [pdf1, pdf2]) await takeFile(db, one, 'uploads')
  const note = await aNote(db, student, { pdf1, pdf2 })
  const preview = (init = {}) => fetch(`${server.address}/posts/${note.id}/preview/1`, init)
  await untilHolds(async () => expect((await preview({ method: 'HEAD' })).status).toBe(200))
  const form = new FormData()
  form.set('picture1', new File([picture], 'a.jpg'))
  return {
    bucket,
    asks: {
      picture: (etag = '') => fetch(`${server.address}/pictures/${key}`, { headers: { 'If-None-Match': etag } }),
      preview: () => preview(),
      part: () => preview({ headers: { Range: 'bytes=0-9' } }),
      'own PDF': (etag = '') =>
        fetch(`${server.address}/posts/${note.id}/pdfs/1`, { headers: { Cookie, 'If-None-Match': etag } }),
      'upload of a picture': () => send(sent.picture, picture),
      'upload of a PDF': () => send(sent.pdf, document),
      'form with a picture': () => send('/CreateBooksAndNovels', form, 'text/html'),
    },
  }
}

afterAll(() => db.deleteFrom('posts').execute())

test.for(['away', 'failing'] as const)(
  'while the file storage is %s, requests that need it answer 503 with Retry-After',
  async (state) => {
    const { bucket, asks } = await aServer()
    expect((await asks.picture()).status).toBe(200)
    bucket.state.is = state
    for (const [what, ask] of Object.entries(asks)) {
      const { status, headers } = await ask()
      expect([what, status]).toEqual([what, 503])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    bucket.state.is = 'there'
    expect((await asks.picture()).status).toBe(200)
    expect((await asks['upload of a picture']()).status).toBe(201)
  },
)

test('what a browser has already is confirmed without a question to the storage, also while that is away', async () => {
  const { bucket, asks } = await aServer()
  const etags = [(await asks.picture()).headers.get('ETag')!, (await asks['own PDF']()).headers.get('ETag')!]
  bucket.state.is = 'away'
  const before = bucket.asked.length
  const again = await Promise.all([asks.picture(etags[0]), asks['own PDF'](etags[1])])
  expect(again.map(({ status }) => status)).toEqual([304, 304])
  expect(bucket.asked.length).toBe(before)
})
