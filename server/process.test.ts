import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { createDb, type Tables } from '#app/platform/db.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { startServer } from '#tests/support/server.ts'
import { freePort } from '#tests/torture/faults/free-port.ts'

import { isInhabited, livesIn } from './postgres-home.ts'

const project = path.resolve(import.meta.dirname, '..')

async function start(env: Record<string, string>) {
  const server = await startServer({ LOG_LEVEL: 'warn', ...env })
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

/** A start that is meant to end at once. */
function tryToStart(env: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    cwd: project,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { status, stderr }
}

function sendMessage(address: string, name = 'Anu') {
  return fetch(`${address}/ContactUs`, {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({ name, phone: '9876543210', reason: 'Hello' }),
  })
}

const messagesIn = async (address: string) => (await fetch(`${address}/readyz`)).ok

/** Connects to the embedded database of a folder. */
function databaseIn(folder: string) {
  const socket = encodeURIComponent(path.join(folder, 'run'))
  return createDb(`postgres://puthi@localhost/postgres?host=${socket}`, { max: 1 })
}

/** The names of all posts, once there are more than so many. */
async function morePosts(folder: string, count: number) {
  const db = databaseIn(folder)
  const posts = await db.selectFrom('posts').select('name').execute()
  await db.destroy()
  return posts.length > count && posts.map(({ name }) => name)
}

async function accountsIn(folder: string) {
  const socket = encodeURIComponent(path.join(folder, 'run'))
  const db = createDb(`postgres://puthi@localhost/postgres?host=${socket}`, { max: 1 })
  const [students, stores] = [
    await db.selectFrom('students').select('id').execute(),
    await db.selectFrom('stores').select('id').execute(),
  ]
  await db.destroy()
  return students.length + stores.length
}

function endDemo(folder: string) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder }
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/end-demo.ts'], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  return stdout + stderr
}

describe('start and end', () => {
  test('a new folder gets a database and demo data, and the addresses are printed', async () => {
    const server = await start({ DATA_DIR: testFolder(), DEMO: '' })
    expect(await messagesIn(server.address)).toBe(true)
    await vi.waitUntil(() => server.output().includes('/slogin'))
    expect(server.output()).toMatch(
      /Demo accounts \(password \S+\):\n {2}student \d{10} at \/login\n {2}store {3}\d{10} at/,
    )
  })

  test('demo data that a kill cut short is gone on with, and comes once', { timeout: 60_000 }, async () => {
    const folder = testFolder()
    const first = await start({ DATA_DIR: folder, DEMO: '' })
    const before = await vi.waitUntil(() => morePosts(folder, 1), { timeout: 20_000 })
    await first.stop('SIGKILL')

    const second = await start({ DATA_DIR: folder, DEMO: '' })
    // The killed process holds the lease of the job for some seconds.
    const after = await vi.waitUntil(() => morePosts(folder, before.length + 1), { timeout: 30_000 })
    expect(after).toEqual(expect.arrayContaining(before))
    expect(new Set(after).size).toBe(after.length)
    expect(await second.stop('SIGTERM')).toBe(0)
  })

  test('demo data stays away from a server that others can reach, and wherever it is switched off', async () => {
    const published = await start({ DATA_DIR: testFolder(), DEMO: '', HOST: '0.0.0.0' })
    expect(published.output()).not.toContain('Demo accounts')
    const quiet = await start({ DATA_DIR: testFolder(), DEMO: 'off' })
    expect(quiet.output()).not.toContain('Demo accounts')
  })

  test.for([{ PUBLIC_URL: 'https://puthi.example' }, { TRUST_PROXY: 'on' }])(
    'behind a proxy (%o) a new database on loopback stays without demo accounts',
    async (env) => {
      const folder = testFolder()
      const server = await start({ DATA_DIR: folder, DEMO: '', ...env })
      expect(server.output()).not.toContain('Demo accounts')
      expect(await accountsIn(folder)).toBe(0)
    },
  )

  test('where others can reach demo accounts, each start warns of them until they are ended', async () => {
    const folder = testFolder()
    const alone = await start({ DATA_DIR: folder, DEMO: '' })
    await vi.waitUntil(() => alone.output().includes('/slogin'))
    expect(alone.output()).not.toContain('WARNING')
    await alone.stop()

    const warning = 'its 12 demo accounts have a published password'
    const warned = async (env: Record<string, string>) => {
      const server = await start({ DATA_DIR: folder, LOG_LEVEL: 'warn', ...env })
      await vi.waitUntil(() => server.output().includes('npm run end-demo\n'))
      expect(server.output().split(warning)).toHaveLength(3) // a line for whoever looks on, and one in the log
      expect(server.output()).toMatch(/"level":"warn".*npm run end-demo/)
      return server
    }
    await (await warned({ DEMO: '', HOST: '0.0.0.0' })).stop()
    const server = await warned({ DEMO: 'on', PUBLIC_URL: 'https://puthi.example' })
    expect(endDemo(folder)).toBe('Removed 12 demo accounts, with their posts, files, comments and orders.\n')
    expect(await accountsIn(folder)).toBe(0)
    await server.stop()

    expect(endDemo(folder)).toBe('There are no demo accounts in this database.\n') // with no server running
    const ended = await start({ DATA_DIR: folder, DEMO: '', TRUST_PROXY: 'on' })
    expect(await messagesIn(ended.address)).toBe(true)
    expect(ended.output()).not.toMatch(/Demo accounts|WARNING/)
  }, 120_000)

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
    expect(published.output()).toContain('"variables":["FOUNDERS"]')
    const complete = { ...contacts, FOUNDERS: 'Rina; Notes | Anu; Stores' }
    expect(isWarned(await start({ DATABASE_URL: url, PUBLIC_URL: 'https://puthi.example', ...complete }))).toBe(null)
    expect(isWarned(await start({ DATABASE_URL: url, ID_KEY: contacts.ID_KEY }))).toBe(null)
  })

  test('a bucket that cannot be used ends the start with one line that says why', async () => {
    const bucket = await startBucket()
    const { url } = await freshDatabase()
    const attempt = async (change: Record<string, string>) => {
      const key = { AWS_ACCESS_KEY_ID: bucket.key.id, AWS_SECRET_ACCESS_KEY: bucket.key.secret }
      const env = { DATABASE_URL: url, DATA_DIR: testFolder(), FILES_URL: bucket.url, ...key, ...change }
      // In another process, so that the bucket can answer meanwhile.
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
  }, 40_000)

  test('a port that is taken ends the start with one line', async () => {
    const { url } = await freshDatabase()
    const server = await start({ DATABASE_URL: url })
    const { port } = new URL(server.address)
    const { status, stderr } = tryToStart({ DATABASE_URL: url, PORT: port })
    expect(status).toBe(1)
    expect(stderr).toBe(`Puthi could not start. Port ${port} is taken: set PORT to another one.\n`)
  })
})

describe('while the database is away', () => {
  test('pages answer 503 and when to come back, and recover unaided', async () => {
    const folder = testFolder()
    const { address } = await start({ DATA_DIR: folder })
    expect((await sendMessage(address)).status).toBe(200)

    process.kill(Number.parseInt(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
    const away = await vi.waitUntil(
      async () => {
        const response = await sendMessage(address)
        return response.status === 503 && response
      },
      { timeout: 5_000, interval: 1 },
    )
    expect(Number(away.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await away.text()).toContain('Try again in a few seconds.')
    await vi.waitUntil(async () => (await sendMessage(address)).ok, { timeout: 15_000 })
  })

  test('a database elsewhere that drops its connections costs at most the requests under way', async () => {
    const { db, url } = await freshDatabase()
    const { address } = await start({ DATABASE_URL: url })
    expect((await sendMessage(address)).status).toBe(200)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and datname = current_database()`.execute(db)
    const { status } = await sendMessage(address)
    expect([200, 503]).toContain(status)
    expect((await sendMessage(address)).status).toBe(200)
  })
})

describe('while the database takes no writes, as during a promotion', () => {
  test('what would write answers 503 and when to come back, and works once it does', async () => {
    const { db, url } = await freshDatabase()
    const { address, output } = await start({ DATABASE_URL: url })
    const name = sql.ref(new URL(url).pathname.slice(1))
    const dropConnections = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and datname = current_database()`.execute(db)
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
    await dropConnections()
    // The first may be answered of a connection that was just lost.
    const refused = await vi.waitUntil(
      async () => {
        const response = await sendMessage(address)
        return output().includes('25006') && response
      },
      { timeout: 10_000 },
    )
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await fetch(address)).status).toBe(200)

    await db.connection().execute(async (connection) => {
      await sql`set transaction_read_only = off`.execute(connection)
      await sql`alter database ${name} reset default_transaction_read_only`.execute(connection)
    })
    await dropConnections()
    await vi.waitUntil(async () => (await sendMessage(address)).ok, { timeout: 10_000 })
  })
})

describe('after a crash of PostgreSQL', () => {
  /** Everything at once, as when the machine loses power. */
  function killAll(folder: string) {
    const dataDir = realpathSync(path.join(folder, 'pg'))
    const pids = readdirSync('/proc').map(Number)
    for (const pid of pids.filter((one) => livesIn(dataDir, one))) process.kill(pid, 'SIGKILL')
  }

  /** PostgreSQL's own answer to this: it ends all connections and recovers, under the same postmaster. */
  async function killOneBackend(folder: string) {
    const db = databaseIn(folder)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    process.kill(rows[0]!.pid, 'SIGKILL')
    await db.destroy()
  }

  test.for([
    ['PostgreSQL', killAll],
    ['one of its backends', killOneBackend],
  ] as const)(
    '%s was killed: a change is shown though its transaction id was used before',
    { timeout: 60_000 },
    async ([, kill]) => {
      const folder = testFolder()
      const { address } = await start({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
      let name = 'Before the first crash'
      const book = await aBookIn(folder, name)
      /** Whether the change got one of the ids that were used before. A commit just before the crash, of a job, say, records them. */
      const changeAfterCrash = async () => {
        const used = await spendTransactionIds(folder)
        expect(namesOn(await shownPage(address))).toEqual([name])
        await kill(folder)
        name += ', changed after it'
        return used.includes(await rename(folder, book.id, name))
      }
      await vi.waitUntil(changeAfterCrash, { timeout: 50_000 })
      expect(namesOn(await shownPage(address))).toEqual([name])
    },
  )

  const namesOn = (page: string) => [...page.matchAll(/<article [^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)

  /** The page as soon as the server has its database again. */
  const shownPage = (address: string) =>
    vi.waitUntil(
      async () => {
        const response = await fetch(`${address}/?tab=books`)
        return response.ok && response.text()
      },
      { timeout: 5_000 },
    )

  async function aBookIn(folder: string, name: string) {
    await using db = databaseIn(folder)
    return await aBook(db, await aStudent(db), { name })
  }

  /** Takes transaction ids that no commit record will ever mention, and keeps PostgreSQL from writing down that it did. */
  async function spendTransactionIds(folder: string) {
    await using db = databaseIn(folder)
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where backend_type = 'walwriter'`.execute(db)
    process.kill(rows[0]!.pid, 'SIGSTOP') // from here on nothing is flushed but by a commit
    const used: bigint[] = []
    for (let n = 0; n < 20; n++) {
      const transaction = await db.startTransaction().execute()
      used.push(await ownTransactionId(transaction))
      await transaction.rollback().execute()
    }
    return used
  }

  /** Resolves with the id of the transaction that did it, once PostgreSQL is there again. */
  async function rename(folder: string, id: string, name: string) {
    await using db = databaseIn(folder)
    const change = () =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('posts').set({ name }).where('id', '=', id).execute()
        return ownTransactionId(transaction)
      })
    return await vi.waitUntil(() => change().catch(() => null), { timeout: 15_000 })
  }

  async function ownTransactionId(transaction: Kysely<Tables>) {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction)
    return BigInt(rows[0]!.id)
  }
})

describe('drain', () => {
  /** Holds every write back until released, as a slow database would. */
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

  test('a request under way is answered, a new one is refused, then the process ends', async () => {
    const { server, waiting, release } = await withSlowWrites()
    const underWay = sendMessage(server.address)
    await vi.waitUntil(waiting)
    const ended = server.stop('SIGTERM')
    await vi.waitUntil(() => fetch(`${server.address}/healthz`).then(() => false, () => true)) // prettier-ignore
    await release()
    expect((await underWay).status).toBe(200)
    expect(await ended).toBe(0)
  })
})
