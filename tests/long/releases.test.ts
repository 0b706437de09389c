import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { buyPath } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { copyProject } from '#tests/support/project-copy.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const run = promisify(execFile)

/** What a release may do while the one before still runs: it adds, and takes nothing away. */
const expanding = `
  alter table all_posts add column edition text;
  alter table orders add column gift_note text not null default '';
  alter table accounts add column language text check (language <> '');
  create table shelves (id uuid primary key default uuidv7(), post_id uuid not null references all_posts on delete cascade);
  create index shelves_of_post on shelves (post_id);
`

/** This release with one more migration: the next one. It has the same pages, and so the same build. */
function nextRelease() {
  const copy = copyProject()
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const part of ['build', 'scripts']) cpSync(part, path.join(copy, part), { recursive: true })
  writeFileSync(path.join(copy, 'database/migrations/9999-the-next-release.sql'), expanding)
  return copy
}

/** People who read and buy until they are told to stop, each at any server that runs. */
function startPeople({ cookie, books, servers }: { cookie: string; books: string[]; servers: TestServer[] }) {
  const failed: string[] = []
  const keys: string[] = []
  let [isOver, reads] = [false, 0]
  const any = <T>(of: T[]) => of[Math.floor(Math.random() * of.length)]!
  const ask = async (at: string, init: RequestInit = {}) => {
    const response = await fetch(any(servers).address + at, { redirect: 'manual', ...init }).catch(String)
    if (typeof response === 'string' || response.status >= 400)
      failed.push(`${at}: ${typeof response === 'string' ? response : response.status}`)
    if (typeof response === 'object') await response.text()
  }
  const buy = async () => {
    const key = crypto.randomUUID()
    const form = { key, shownPaise: '49500', name: 'Rina', phone: '9876543210', alternativePhone: '', quantity: '1' }
    const body = new URLSearchParams({ ...form, pin: '781001', address: 'Panbazar' })
    const before = failed.length
    await ask(buyPath(any(books)), { method: 'POST', body, headers: { Cookie: cookie } })
    if (failed.length === before) keys.push(key)
  }
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      await ask(any(['/', '/?tab=books', '/search?q=physics', `/posts/${any(books)}`]))
      await ask('/purchases', { headers: { Cookie: cookie } })
      reads++
      await sleep(5)
    }
  })
  const buyers = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      await buy()
      await sleep(5)
    }
  })
  return {
    failed,
    keys,
    reads: () => reads,
    async stop() {
      isOver = true
      await Promise.all([...readers, ...buyers])
    },
  }
}

test('a release and the next one run side by side through its migration, and nobody notices', async () => {
  const { db, url } = await freshDatabase()
  const [student, store] = [await aStudent(db), await aStore(db)]
  const books = await Promise.all(Array.from({ length: 5 }, async () => (await aBook(db, store)).id))
  const cookie = `puthi-session=${await startSession(db, student)}`
  const ID_KEY = randomBytes(32).toString('base64')
  const env = { DATABASE_URL: url, ID_KEY, LOG_LEVEL: 'warn' }
  const copy = nextRelease()

  const servers = [await startServer(env)]
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop('SIGKILL')))))
  const people = startPeople({ cookie, books, servers })
  await expect.poll(people.reads, { timeout: 20_000 }).toBeGreaterThan(20)

  // The next release is started first: it waits for its migration.
  const next = startServer({ ...env, MIGRATE: 'off' }, [], copy)
  let isReady = false
  next.then(() => (isReady = true)).catch(() => {}) // awaited below
  await sleep(1_000)
  expect(isReady).toBe(false)
  const { stdout } = await run(process.execPath, ['scripts/migrate.ts'], { cwd: copy, env: { ...process.env, ...env } })
  expect(stdout).toContain('ran 9999-the-next-release')
  servers.push(await next)

  const midway = people.reads()
  await expect.poll(people.reads, { timeout: 20_000 }).toBeGreaterThan(midway + 40)
  const [old] = servers.splice(0, 1)
  expect(await old!.stop()).toBe(0)
  const alone = people.reads()
  await expect.poll(people.reads, { timeout: 20_000 }).toBeGreaterThan(alone + 20)
  await people.stop()

  expect(people.failed).toEqual([])
  const orders = await db.selectFrom('orders').select('key').execute()
  expect(people.keys.length).toBeGreaterThan(20)
  expect(orders.map(({ key }) => key).toSorted()).toEqual(people.keys.toSorted())
})
