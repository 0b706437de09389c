import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { isInhabited } from '#server/postgres/postgres-home.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { startServer } from '#tests/support/server.ts'
import { sendMessage, start } from '#tests/support/test-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/until.ts'

const project = path.resolve(import.meta.dirname, '..')

/** Starts the server and waits until it exits: for starts that are expected to fail. */
function tryToStart(env: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    cwd: project,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stderr }
}

test.for(['SIGTERM', 'SIGINT'] as const)('%s ends it and PostgreSQL in order', async (signal) => {
  const folder = testFolder()
  const server = await start({ DATA_DIR: folder })
  expect(await server.stop(signal)).toBe(0)
  expect(isInhabited(path.join(folder, 'pg'))).toBe(false)
})

test('a second one on the same folder is refused with a message that names the first', async () => {
  const folder = testFolder()
  const server = await start({ DATA_DIR: folder })
  const { status, stderr } = tryToStart({ DATA_DIR: folder })
  expect(status).toBe(1)
  expect(stderr).toContain(`${folder} is in use by process ${server.process.pid}: stop that one first`)
})

test('a folder that a restore left half-way is not started on', () => {
  const folder = testFolder()
  writeFileSync(path.join(folder, 'restoring'), '')
  const { status, stderr } = tryToStart({ DATA_DIR: folder })
  expect(status).toBe(1)
  expect(stderr).toBe(
    `Puthi could not start. A restore into ${folder} was not finished. Remove pg, files and restoring in it, and restore again.\n`,
  )
})

test('a bad value of a variable ends the start with one line', () => {
  const { status, stderr } = tryToStart({ PORT: 'http' })
  expect(status).toBe(1)
  expect(stderr).toBe('Puthi could not start. PORT is "http", but it takes a whole number from 0 to 65535.\n')
})

test('a legal text that its page could not show ends the start with one line that names the file', () => {
  const folder = testFolder()
  mkdirSync(path.join(folder, 'legal'))
  const file = path.join(folder, 'legal/terms.md')
  writeFileSync(file, '# Terms\n\nWrite to {supportMail}.\n')
  const { status, stderr } = tryToStart({ DATA_DIR: folder })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).toContain(`Puthi could not start. ${file}: nothing is known for {supportMail}: there are {siteName}, `)
})

test('another key than the database goes by ends the start with one line, which shows no key', async () => {
  const { url } = await freshDatabase()
  const [ours, other] = [1, 2].map(() => randomBytes(32).toString('base64'))
  await start({ DATABASE_URL: url, ID_KEY: ours! })
  const { status, stderr } = tryToStart({ DATABASE_URL: url, ID_KEY: other! })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Puthi could not start\. The id numbers .+ Set the same ID_KEY .+npm run adopt-id-key.+\n$/)
  for (const key of [ours!, other!]) expect(stderr).not.toContain(key)
  await start({ DATABASE_URL: url, ID_KEY: `${other},${ours}` })
})

test('a public site with placeholder contacts is warned about once', async () => {
  const { url } = await freshDatabase()
  const contacts = {
    ID_KEY: randomBytes(32).toString('base64'),
    SUPPORT_PHONE: '98640 00000',
    SUPPORT_EMAIL: 'help@puthi.example',
    SOCIAL_LINKS: 'YouTube=https://a.example/',
  }
  const isWarned = (server: { output: () => string }) => server.output().match(/"msg":"placeholder contacts[^\n]*/g)

  const published = await start({ DATABASE_URL: url, PUBLIC_URL: 'https://puthi.example', ...contacts })
  await fetch(`${published.address}/ContactUs`)
  expect(isWarned(published)).toHaveLength(1)
  expect(published.output()).toContain('"variables":["FOUNDERS","GRIEVANCE_OFFICER"]')
  const officer = 'Rina Das; Panbazar, Guwahati; rina@puthi.example; 98640 00000; Monday to Friday, 10 to 5'
  const complete = { ...contacts, FOUNDERS: 'Rina; Notes | Anu; Stores', GRIEVANCE_OFFICER: officer }
  expect(isWarned(await start({ DATABASE_URL: url, PUBLIC_URL: 'https://puthi.example', ...complete }))).toBe(null)
  expect(isWarned(await start({ DATABASE_URL: url, ID_KEY: contacts.ID_KEY }))).toBe(null)
})

test('a bucket that cannot be used ends the start with one line that says why', async () => {
  const bucket = await startBucket()
  const { url } = await freshDatabase()
  const attempt = async (change: Record<string, string>) => {
    const key = { AWS_ACCESS_KEY_ID: bucket.key.id, AWS_SECRET_ACCESS_KEY: bucket.key.secret }
    const env = { DATABASE_URL: url, DATA_DIR: testFolder(), FILES_URL: bucket.url, ...key, ...change }
    // Not by `tryToStart`, which would block this process, in which the bucket has to answer requests.
    return startServer(env).then(
      async (server) => void (await server.stop('SIGKILL')),
      (error: Error) => error.message.split('\n').slice(1).join('\n'),
    )
  }
  const host = new URL(new URL(bucket.url).searchParams.get('endpoint')!).host
  expect(await attempt({ FILES_URL: bucket.url.replace('shelf', 'other') })).toBe(
    `Puthi could not start. FILES_URL: there is no bucket other at ${host}.\n`,
  )
  expect(await attempt({ AWS_ACCESS_KEY_ID: 'stranger', AWS_SECRET_ACCESS_KEY: 'sentinel' })).toBe(
    `Puthi could not start. FILES_URL: ${host} refuses AWS_ACCESS_KEY_ID and its secret for the bucket shelf.\n`,
  )
  const nobody = `127.0.0.1:${await freePort()}`
  expect(await attempt({ FILES_URL: `s3://shelf?endpoint=http://${nobody}&region=eu-test` })).toBe(
    `Puthi could not start. FILES_URL: ${nobody} cannot be reached (ECONNREFUSED).\n`,
  )
  expect(await attempt({})).toBe(undefined)
})

test('a port that is taken ends the start with one line', async () => {
  const { url } = await freshDatabase()
  const server = await start({ DATABASE_URL: url })
  const { port } = new URL(server.address)
  const { status, stderr } = tryToStart({ DATABASE_URL: url, PORT: port })
  expect(status).toBe(1)
  expect(stderr).toBe(`Puthi could not start. Port ${port} is taken: set PORT to another one.\n`)
})

/** Locks the table of messages until `release` is called: writes wait, as they would on a slow database. */
async function withSlowWrites() {
  const { db, url } = await freshDatabase()
  const server = await start({ DATABASE_URL: url })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (transaction) => {
    await sql`lock table contact_messages in access exclusive mode`.execute(transaction)
    held.resolve()
    await released
  })
  await held.promise
  const waiting = async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
    return rows.length > 0
  }
  return { server, waiting, release: () => (release(), holding) }
}

test('it opens no more connections than DATABASE_CONNECTIONS says, and answers everybody all the same', async () => {
  const { db, url } = await freshDatabase()
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pg_stat_activity where datname = current_database()`.execute(db)
    return rows[0]!.count
  }
  const own = await count()
  const { address } = await start({ DATABASE_URL: url, DATABASE_CONNECTIONS: '5' })
  const visits = Array.from({ length: 60 }, (_, n) => fetch(`${address}/search?q=word${n}`))
  const statuses = (await Promise.all(visits)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const opened = (await count()) - own
  expect(opened).toBeGreaterThan(2)
  expect(opened).toBeLessThanOrEqual(5)
})

test('a request under way is answered, a new one is refused, then the process ends', async () => {
  const { server, waiting, release } = await withSlowWrites()
  const underWay = sendMessage(server.address)
  await until(waiting)
  const ended = server.stop('SIGTERM')
  await until(() => fetch(`${server.address}/healthz`).then(() => false, () => true)) // prettier-ignore
  await release()
  expect((await underWay).status).toBe(200)
  expect(await ended).toBe(0)
})
