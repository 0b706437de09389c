import { request } from 'node:http'
import path from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createStorage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aStore } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { removeFolder } from '#tests/support/folder.ts'
import { aPendingPicture, filesIn } from '#tests/support/pictures.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

const publicUrl = 'https://puthi.example'
const { db, url } = await freshDatabase()
const dataDir = temporaryFolder()
const env = { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error', PUBLIC_URL: publicUrl }
// Two processes: what one has cached must not outlive a change that came through the other, or through none.
const servers = [await startServer(env), await startServer(env)]
const store = await aStore(db, { district: 'Jorhat' })
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await removeFolder(dataDir)
})

const get = (place: string, headers = {}, n = 0) => fetch(servers[n]!.address + place, { headers })

/** The path of the share picture that the post's page names. */
async function namedPicture(book: Parameters<typeof postPath>[0], n = 0) {
  const page = await (await get(postPath(book), {}, n)).text()
  const [, named = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? []
  expect(named.startsWith(`${publicUrl}/share/`)).toBe(true)
  return named.slice(publicUrl.length)
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('a post has a picture at the address that its page names, cached for a day', async () => {
  const storage = createStorage({ dataDir, filesUrl: null, awsKey: null }, createLog('error'))
  const picture1 = await aPendingPicture(db, storage)
  await takeFile(db, picture1, 'images')
  const [plain, pictured] = [await aBook(db, store), await aBook(db, store, { picture1 })]
  const place = await namedPicture(pictured)
  const answer = await get(place)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  })
  const jpeg = await bytesOf(answer)
  expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(answer.headers.get('content-length')).toBe(String(jpeg.length))
  const again = await get(place, { 'If-None-Match': answer.headers.get('etag')! })
  expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0])
  const head = await fetch(servers[0]!.address + place, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(jpeg.length)])
  expect(await bytesOf(await get(await namedPicture(plain)))).not.toEqual(jpeg)
  expect(filesIn(path.join(dataDir, 'files/.incoming'))).toEqual([])
})

test('a new price, name or district gives a new address and a new picture in every process', async () => {
  const book = await aBook(db, store, { name: 'Physics' })
  const before = await namedPicture(book)
  const old = await bytesOf(await get(before))
  await get(before, {}, 1)
  const changes = [
    () => db.updateTable('posts').set({ sellingPricePaise: 12_300 }).where('id', '=', book.id).execute(),
    () => db.updateTable('posts').set({ district: 'Nagaon' }).where('id', '=', book.id).execute(),
    () => db.updateTable('posts').set({ district: null }).where('id', '=', book.id).execute(),
    () => db.updateTable('accounts').set({ district: 'Dhubri' }).where('id', '=', store.id).execute(),
  ]
  let last = before
  for (const change of changes) {
    await change()
    const after = await namedPicture(book, 1)
    expect(after).not.toBe(last)
    expect(await namedPicture(book)).toBe(after)
    expect(await bytesOf(await get(after, {}, 1))).toEqual(await bytesOf(await get(after)))
    last = after
  }
  // Under the old address there is the picture of today, which others may not keep.
  const late = await get(before)
  expect(late.headers.get('cache-control')).toBe('no-cache')
  const bytes = await bytesOf(late)
  expect(bytes).not.toEqual(old)
  expect(bytes).toEqual(await bytesOf(await get(last)))
})

test('a deleted post has no picture any more, in any process', async () => {
  const book = await aBook(db, store)
  const place = await namedPicture(book)
  for (const n of [0, 1]) expect((await get(place, {}, n)).status).toBe(200)
  await db.deleteFrom('posts').where('id', '=', book.id).execute()
  for (const n of [0, 1]) {
    const gone = await get(place, {}, n)
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
})

test.for([
  `/share/${newId()}.jpg`,
  '/share/none.jpg',
  '/share/site.png',
  '/share/',
  '/share/a/b.jpg',
  '/share/%00.jpg',
])('there is nothing at %s', async (place) => expect((await get(place)).status).toBe(404))

test('the picture of the site is the one of other pages', async () => {
  const home = await (await get('/')).text()
  expect(home).toContain(`<meta property="og:image" content="${publicUrl}/share/site.jpg"`)
  const answer = await get('/share/site.jpg')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
})

test('a crawler that asks for many pictures at once is told to wait, and pages stay quick', async () => {
  const books = []
  for (let n = 0; n < 60; n++) books.push(await aBook(db, store, { name: `Book of ${n}` }))
  const asked = books.flatMap(({ id }) => [get(`/share/${id}.jpg`), get(`/share/${id}.jpg`)])
  let areDrawn = false
  const drawn = Promise.all(asked).finally(() => (areDrawn = true))
  expect((await get('/login')).status).toBe(200)
  expect(areDrawn).toBe(false)
  const answers = await drawn
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ headers }) => headers.get('retry-after') === '2')).toBe(true)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(16) // 8 drawings, each for two
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  expect((await get(`/share/${books[0]!.id}.jpg`)).status).toBe(200)
})

/** Sends a Host header of its own, which fetch does not. */
function getAs(host: string, address: string, place: string) {
  return new Promise<string>((resolve, reject) => {
    const asked = request(address + place, { headers: { Host: host } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(text))
    })
    asked.on('error', reject)
    asked.end()
  })
}

test('the Host header of a request gets into no page, with PUBLIC_URL or without', async () => {
  const plain = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const book = await aBook(db, store)
  try {
    for (const { address } of [plain, servers[0]!]) {
      for (const place of [postPath(book), '/', '/?tab=books', '/no-such-page']) {
        const forged = await getAs('evil.example', address, place)
        expect(forged).not.toContain('evil.example')
        expect(await (await fetch(address + place)).text()).not.toContain('evil.example')
      }
    }
    const page = await (await fetch(plain.address + postPath(book))).text()
    expect(page).toContain(`<link rel="canonical" href="${postPath(book)}"/>`)
    expect(page).toContain(`<meta property="og:image" content="/share/${book.id}.jpg`)
  } finally {
    await plain.stop()
  }
})
