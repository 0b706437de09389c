import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { testFolder } from '#tests/support/folder.ts'
import { aPendingPicture, jpeg } from '#tests/support/pictures.ts'
import { createEmptyDatabase } from '#tests/support/postgres.ts'
import { databaseIn, start } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'

/** `npm run move`. */
async function runMove(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/move.ts', ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const [said, failed] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said: said + failed }
}

/** The picture of a store that signs up. */
async function uploadTo(address: string) {
  const body = new Uint8Array(await jpeg(40, 30))
  const answer = await fetch(`${address}/uploads/picture?folder=Bookstores&name=a.jpg`, { method: 'POST', body })
  return ((await answer.json()) as { key: string }).key
}

test('a site with its own database moves to another and to a bucket while people write: nothing that was confirmed is lost', async () => {
  const here = { DATA_DIR: testFolder() }
  const old = await start({ ...here, LOG_LEVEL: 'silent' })
  const db = databaseIn(here.DATA_DIR)
  const seller = await aStudent(db)
  const storage = createStorage({ dataDir: here.DATA_DIR, filesUrl: null, awsKey: null }, createLog('warn'))
  const picture = await aPendingPicture(db, storage)
  await takeFile(db, picture, 'images')
  await aBook(db, seller, { name: 'Optics', picture1: picture })
  const Cookie = `puthi-session=${await startSession(db, seller)}`
  await db.destroy()

  // While a picture is copied, another one comes whose key is before it: the copying has passed it by.
  let late: Promise<string> | undefined
  const bucket = await startBucket({
    beforePut: async (url) => {
      if (url.startsWith('/shelf/images/')) await (late ??= uploadTo(old.address))
    },
  })
  const there = {
    DATABASE_URL: await createEmptyDatabase(inject('postgresUrl')),
    FILES_URL: bucket.url,
    AWS_ACCESS_KEY_ID: bucket.key.id,
    AWS_SECRET_ACCESS_KEY: bucket.key.secret,
  }
  const file = path.join(testFolder(), 'new.env')
  writeFileSync(
    file,
    Object.entries(there)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  )

  // People send messages all the time, one after the other.
  const confirmed: string[] = []
  const refused: number[] = []
  let isOpen = true
  const write = async () => {
    while (isOpen) {
      const reason = crypto.randomUUID()
      const body = new URLSearchParams({ name: 'Anu', phone: '9876543210', reason, key: reason })
      const answer = await fetch(`${old.address}/ContactUs`, {
        method: 'POST',
        headers: { Accept: 'text/html' },
        body,
      })
      if (answer.ok) confirmed.push(reason)
      else refused.push(answer.status)
    }
  }
  const writing = [write(), write(), write(), write()]
  await until(() => confirmed.length > 50)
  const { code, said } = await runMove(here, file)
  expect(said).toContain('Everything is at the new place')
  expect(code).toBe(0)
  await until(() => refused.length > 5)
  isOpen = false
  await Promise.all(writing)
  expect(new Set(refused)).toEqual(new Set([503]))

  // At the old place people still read.
  expect(await (await fetch(`${old.address}/?tab=books`)).text()).toContain('Optics')
  const fresh = createDb(there.DATABASE_URL, { max: 1 })
  const { rows } = await sql<{ reason: string }>`select reason from contact_messages`.execute(fresh)
  await fresh.destroy()
  // A message whose connection ended between its commit and the answer is stored, though its sender was told to try again.
  const stored = rows.map(({ reason }) => reason)
  expect(confirmed.filter((reason) => !stored.includes(reason))).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored.length - confirmed.length).toBeLessThanOrEqual(writing.length)

  const lateKey = await late!
  expect(renditionKeys(lateKey).filter((key) => !bucket.objects.has(`/shelf/${key}`))).toEqual([])

  await old.stop()
  const moved = await start({ ...here, ...there })
  expect(await (await fetch(`${moved.address}/?tab=books`)).text()).toContain('Optics')
  expect((await fetch(`${moved.address}/pictures/${picture}`)).status).toBe(200)
  expect((await fetch(`${moved.address}/purchases`, { headers: { Cookie }, redirect: 'manual' })).status).toBe(200)
  await moved.stop()

  // Again it is refused, and the old place can be written to again.
  const again = await runMove(here, file)
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('The database is not empty')])
  expect((await runMove(here, '--back')).said).toContain('People can write here again.')
  const back = await start(here)
  const answer = await fetch(`${back.address}/ContactUs`, {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({ name: 'Anu', phone: '9876543210', reason: 'Hello' }),
  })
  expect(answer.status).toBe(200)
})
