import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { aStudent } from '#database/makers.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { removeFolder, testFolder } from '#tests/support/folder.ts'
import { pdf } from '#tests/support/pdfs.ts'
import { filesIn, jpeg, wrongPictures } from '#tests/support/pictures.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const { db, url } = await freshDatabase()
const folder = temporaryFolder()
const files = path.join(folder, 'files')
mkdirSync(files)
const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder })
afterAll(async () => {
  await server.stop()
  await removeFolder(folder)
})
const { address } = server

const Cookie = `puthi-session=${await startSession(db, await aStudent(db))}`

function upload(picture: Buffer, { name = 'Cover.jpg', headers = {} } = {}) {
  const to = `${address}/uploads/picture?folder=images&name=${encodeURIComponent(name)}`
  return fetch(to, { method: 'POST', body: new Uint8Array(picture), headers: { Cookie, ...headers } })
}

async function uploadedKey() {
  const { key } = (await (await upload(await jpeg(700, 500))).json()) as { key: string }
  await takeFile(db, key, 'images')
  return key
}

/** Sends a request without fetch, which would normalise the path. */
function status(place: string) {
  return new Promise<number>((resolve, reject) => {
    const asked = request(address, { path: place }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    asked.on('error', reject)
    asked.end()
  })
}

test('a taken picture is served in every width and format', async () => {
  const answer = await upload(await jpeg(1600, 1200), { name: 'Cover 640.jpg' }) // ends like the key of a rendition
  expect(answer.status).toBe(201)
  const { key } = (await answer.json()) as { key: string }
  await takeFile(db, key, 'images')
  for (const rendition of renditionKeys(key)) {
    const found = await fetch(`${address}/pictures/${rendition}`)
    const bytes = Buffer.from(await found.arrayBuffer())
    const isWebp = rendition.endsWith('webp')
    expect(found.status).toBe(200)
    expect(bytes.subarray(0, 3).toString('hex')).toBe(isWebp ? '524946' : 'ffd8ff')
    const { headers } = found
    expect(headers.get('Content-Type')).toBe(isWebp ? 'image/webp' : 'image/jpeg')
    expect(headers.get('Content-Length')).toBe(String(bytes.length))
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'")
  }
})

test('every process serves a picture once it was taken, and none before', async () => {
  const other = await startServer({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn' })
  onTestFinished(async () => void (await other.stop()))
  const { key } = (await (await upload(await jpeg(700, 500))).json()) as { key: string }
  const statuses = async () => {
    const places = renditionKeys(key).flatMap((name) => [address, other.address].map((at) => `${at}/pictures/${name}`))
    const answers = await Promise.all(places.map((place) => fetch(place)))
    for (const { body, headers, status: found } of answers) {
      await body?.cancel()
      if (found === 404) expect(headers.get('Cache-Control')).toBe('no-store') // oxlint-disable-line vitest/no-conditional-expect
    }
    return new Set(answers.map((answer) => answer.status))
  }
  expect(await statuses()).toEqual(new Set([404]))
  await takeFile(db, key, 'images')
  expect(await statuses()).toEqual(new Set([200]))
  expect(await statuses()).toEqual(new Set([200]))
})

test('visitors may upload only the picture of a sign-up', async () => {
  const send = async (to: string, body: Buffer, headers = {}) => {
    const answer = await fetch(`${address}/uploads/${to}`, { method: 'POST', body: new Uint8Array(body), headers })
    return [answer.status, Object.values((await answer.json()) as object)[0]]
  }
  const [picture, document] = [await jpeg(40, 30), pdf()]
  const refused = [401, 'not signed in']
  for (const headers of [{}, { Cookie: `puthi-session=${'a'.repeat(43)}` }]) {
    expect(await send('picture?folder=images&name=a.jpg', picture, headers)).toEqual(refused)
    expect(await send('picture?name=a.jpg', picture, headers)).toEqual(refused)
    expect(await send('pdf?name=a.pdf', document, headers)).toEqual(refused)
    expect(await send('pdf?folder=Bookstores&name=a.pdf', document, headers)).toEqual(refused)
    expect(await send('picture?folder=Bookstores&name=a.jpg', picture, headers)).toEqual([201, expect.any(String)])
  }
  expect(await send('pdf?name=a.pdf', document, { Cookie })).toEqual([201, expect.any(String)])
})

test('a matching ETag of a picture is answered 304', async () => {
  const place = `${address}/pictures/${await uploadedKey()}`
  const etag = (await fetch(place)).headers.get('ETag')!
  const again = await fetch(place, { headers: { 'If-None-Match': `"other", W/${etag}` } })
  expect(again.status).toBe(304)
  expect((await fetch(place, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
})

test('HEAD answers as GET would, without the picture', async () => {
  const place = `${address}/pictures/${await uploadedKey()}`
  const full = await fetch(place)
  const head = await fetch(place, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(head.headers.get('Content-Length')).toBe(full.headers.get('Content-Length'))
  expect(await head.text()).toBe('')
  await full.body!.cancel()
})

test('an unknown key is answered 404, which is not cached', async () => {
  const response = await fetch(`${address}/pictures/images/1_ab_none.jpg`)
  expect(response.status).toBe(404)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

test.for([
  '/pictures/../package.json',
  '/pictures/images/../../package.json',
  '/pictures/images/..%2f..%2fpackage.json',
  '/pictures/%2e%2e/%2e%2e/package.json',
  '/pictures/images/%2e%2e%2f.incoming',
  '/pictures/.incoming/a.jpg',
  '/pictures/images%2fa.jpg',
  '/pictures/images/a.jpg%00.png',
  '/pictures//etc/passwd',
  '/pictures/',
])('%s is not found', async (place) => {
  expect(await status(place)).toBe(404)
})

test.for(wrongPictures)('$what is refused', async ({ name, make, problem }) => {
  const before = filesIn(files)
  const answer = await upload(await make(), { name })
  expect(answer.status).toBe(
    { 'too large': 413, 'not a picture': 415, 'too many pixels': 422, 'side too long': 422 }[problem],
  )
  expect(await answer.json()).toEqual({ problem })
  expect(filesIn(files)).toEqual(before)
})

test('a client that goes on sending a refused body is cut off', async () => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const closed = new Promise<string>((resolve) => {
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => {}) // a write after the server has closed the connection
    socket.on('close', () => resolve(answer))
  })
  socket.write(
    `POST /uploads/picture?folder=Bookstores HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000000000\r\n\r\n`,
  )
  const dripping = setInterval(() => socket.write('x'), 20)
  expect(await closed).toMatch(/^HTTP\/1\.1 413 .*\{"problem":"too large"\}$/s)
  clearInterval(dripping)
})

test('a picture of exactly 10 MB is accepted', async () => {
  const picture = await jpeg()
  const padded = Buffer.concat([picture, randomBytes(10 * 1024 * 1024 - picture.length)])
  expect((await upload(padded)).status).toBe(201)
})

test('an unknown folder and a request from another site are refused', async () => {
  const body = new Uint8Array(await jpeg())
  expect(
    (await fetch(`${address}/uploads/picture?folder=etc&name=a.jpg`, { method: 'POST', body, headers: { Cookie } }))
      .status,
  ).toBe(400)
  expect((await upload(await jpeg(), { headers: { Origin: 'https://evil.example' } })).status).toBe(403)
  expect((await upload(await jpeg(), { headers: { Origin: 'null' } })).status).toBe(403)
  expect((await upload(await jpeg(), { headers: { Origin: address } })).status).toBe(201)
})

test('an upload that is cut off leaves nothing and is not logged as an error', async () => {
  const before = { files: filesIn(files), rows: await db.selectFrom('files').select('key').execute() }
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /uploads/picture?folder=Bookstores&name=cut-off.jpg HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 500000\r\n\r\n`,
  )
  socket.write(randomBytes(100_000))
  await until(() => filesIn(files).some((file) => file.startsWith('.incoming')))
  socket.destroy()
  await until(() => !filesIn(files).some((file) => file.startsWith('.incoming')))
  expect(filesIn(files)).toEqual(before.files)
  expect(await db.selectFrom('files').select('key').execute()).toEqual(before.rows)
  await until(() => /"status":400/.test(server.output()))
  expect(server.output()).not.toContain('"level":"error"')
})

test('with a bucket, pictures are stored in it and served from it', async () => {
  const bucket = await startBucket()
  const [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = [bucket.key.id, bucket.key.secret]
  const data = testFolder()
  const env = { DATABASE_URL: url, DATA_DIR: data, FILES_URL: bucket.url, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
  const other = await startServer({ ...env, ID_KEY: readFileSync(path.join(folder, 'id-key'), 'utf8') })
  onTestFinished(async () => void (await other.stop()))
  const sent = await fetch(`${other.address}/uploads/picture?folder=Bookstores&name=a.png`, {
    method: 'POST',
    body: new Uint8Array(await jpeg()),
  })
  const { key } = (await sent.json()) as { key: string }
  const expected = renditionKeys(key).map((name) => `/shelf/${name}`)
  expect([...bucket.objects.keys()].toSorted()).toEqual(expected.toSorted())
  expect(filesIn(data)).toEqual([])

  await takeFile(db, key, 'Bookstores')
  const served = await fetch(`${other.address}/pictures/${key}`)
  expect(Buffer.from(await served.arrayBuffer())).toEqual(bucket.objects.get(`/shelf/${key}`)!.bytes)
  expect((await fetch(`${other.address}/pictures/${key}`, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(`${other.address}/pictures/images/none.jpg`)).status).toBe(404)
})

test('only multipart forms that take pictures may be large', async () => {
  const form = new FormData()
  form.append('picture', new Blob([randomBytes(1_000_000)]), 'a.jpg')
  const send = (place: string, body: BodyInit) => fetch(address + place, { method: 'POST', body })
  expect((await send('/ContactUs', form)).status).toBe(413)
  for (const place of ['/sSignup', '/ssignup/', '/sSignup.data', '/', '/_.data']) {
    expect((await send(place, form)).status).not.toBe(413)
    expect((await send(place, new URLSearchParams({ name: 'x'.repeat(1_000_000) }))).status).toBe(413)
  }
})
