// What waits for seconds by nature: connections that are kept, silent or slow, and a storage that does not answer.
import { connect } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { aStudent } from '#database/makers.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { startServer } from '#tests/support/server.ts'

/** Sends these bytes; resolves to the milliseconds until the connection is closed. */
function msOpen(address: string, sent: string) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const started = performance.now()
  return new Promise<number>((resolve, reject) => {
    socket.resume()
    socket.on('error', reject)
    socket.on('close', () => resolve(performance.now() - started))
    socket.write(sent)
  })
}

test('a connection is kept as long as configured, also beyond the time for a first request', async () => {
  const { url } = await freshDatabase()
  const { address, stop } = await startServer({ DATABASE_URL: url, KEEP_ALIVE_SECONDS: '18' })
  onTestFinished(async () => void (await stop()))
  const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const [kept, silent, slow] = await Promise.all([
    msOpen(address, request),
    msOpen(address, ''),
    msOpen(address, `${request}GET /healthz HTTP/1.1\r\n`),
  ])
  expect(kept).toBeGreaterThan(17_500)
  expect(silent).toBeLessThan(17_000)
  expect(slow).toBeLessThan(14_000) // the head of its second request is incomplete
})

test('a file storage that is silent is given up before the client is cut off', async () => {
  const [{ db, url }, bucket] = [await freshDatabase(), await startBucket()]
  const key = { AWS_ACCESS_KEY_ID: bucket.key.id, AWS_SECRET_ACCESS_KEY: bucket.key.secret }
  const { address, stop } = await startServer({
    DATABASE_URL: url,
    DATA_DIR: testFolder(),
    FILES_URL: bucket.url,
    ...key,
  })
  onTestFinished(async () => void (await stop()))
  const headers = { Cookie: `puthi-session=${await startSession(db, await aStudent(db))}` }
  const body = new Uint8Array(await jpeg(40, 30))
  const sent = await fetch(`${address}/uploads/picture?folder=images&name=a.jpg`, { method: 'POST', body, headers })
  const picture = ((await sent.json()) as { key: string }).key
  await takeFile(db, picture, 'images')
  bucket.state.is = 'silent'
  expect((await fetch(`${address}/pictures/${picture}`)).status).toBe(503)
})
