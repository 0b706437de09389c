import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import type { Tables } from '#app/platform/db.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { livesIn } from '#server/postgres/postgres-home.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { databaseIn, sendMessage, start } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'

describe('while the database is away', () => {
  test('pages answer 503 and when to come back, and recover unaided', async () => {
    const folder = testFolder()
    const { address } = await start({ DATA_DIR: folder })
    expect((await sendMessage(address)).status).toBe(200)
    const home = await (await fetch(`${address}/`)).text()
    await (await fetch(`${address}/_.data`)).text()
    expect(home).not.toContain('as of')

    process.kill(Number.parseInt(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
    const away = await until(
      async () => {
        const response = await sendMessage(address)
        return response.status === 503 && response
      },
      { everyMs: 1 },
    )
    expect(Number(away.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await away.text()).toContain('Try again in a few seconds.')
    // Balancers keep the process, and a visitor gets the page as it was.
    const [alive, ready, kept, style, data] = await Promise.all(
      ['/livez', '/readyz', '/', /\/assets\/[^"]+\.css/.exec(home)![0], '/_.data'].map((at) => fetch(address + at)),
    )
    expect([alive, ready, kept, style, data].map((answer) => answer!.status)).toEqual([200, 503, 200, 200, 503])
    expect(await kept!.text()).toMatch(/This page is as of .+ We are back in a moment\./)
    await until(async () => (await sendMessage(address)).ok)
  })

  test('a database elsewhere that drops its connections costs at most the requests under way', async () => {
    const { db, url } = await freshDatabase()
    const { address } = await start({ DATABASE_URL: url })
    expect((await sendMessage(address)).status).toBe(200)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and datname = current_database()`.execute(db)
    const { status } = await sendMessage(address)
    expect([200, 503]).toContain(status)
    // The pool notices each lost connection separately: until then it may hand one to another request.
    await until(async () => (await sendMessage(address)).status === 200)
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
    // The first response may report a lost connection, so wait for error 25006 (read-only transaction) in the log.
    const refused = await until(async () => {
      const response = await sendMessage(address)
      return output().includes('25006') && response
    })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await fetch(address)).status).toBe(200)

    await db.connection().execute(async (connection) => {
      await sql`set transaction_read_only = off`.execute(connection)
      await sql`alter database ${name} reset default_transaction_read_only`.execute(connection)
    })
    await dropConnections()
    await until(async () => (await sendMessage(address)).ok)
  })
})

describe('after a crash of PostgreSQL', () => {
  /** Kills all processes of PostgreSQL at once, as a power failure would. */
  function killAll(folder: string) {
    const dataDir = realpathSync(path.join(folder, 'pg'))
    const pids = readdirSync('/proc').map(Number)
    for (const pid of pids.filter((one) => livesIn(dataDir, one))) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch (error) {
        // ESRCH: the process has ended already, as those of PostgreSQL do by themselves when their parent dies.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }

  /** Kills one backend. PostgreSQL then ends all connections and recovers, under the same postmaster. */
  async function killOneBackend(folder: string) {
    const db = databaseIn(folder)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    process.kill(rows[0]!.pid, 'SIGKILL')
    await db.destroy()
  }

  test.for([
    ['PostgreSQL', killAll],
    ['one of its backends', killOneBackend],
  ] as const)('%s was killed: a change is shown though its transaction id was used before', async ([, kill]) => {
    const folder = testFolder()
    const { address } = await start({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
    let name = 'Before the first crash'
    const book = await aBookIn(folder, name)
    /**
     * Resolves to whether the change got a transaction id that was used before the crash. It does not if another
     * commit, such as one of a job, recorded the used ids just before the crash: then the test tries again.
     */
    const changeAfterCrash = async () => {
      const used = await spendTransactionIds(folder)
      expect(namesOn(await shownPage(address))).toEqual([name])
      await kill(folder)
      name += ', changed after it'
      return used.includes(await rename(folder, book.id, name))
    }
    await until(changeAfterCrash)
    expect(namesOn(await shownPage(address))).toEqual([name])
  })

  const namesOn = (page: string) => [...page.matchAll(/<article [^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)

  /** Resolves to the list of books as HTML, once the server can reach its database again. */
  const shownPage = (address: string) =>
    until(async () => {
      const response = await fetch(`${address}/?tab=books`)
      return response.ok && response.text()
    })

  async function aBookIn(folder: string, name: string) {
    await using db = databaseIn(folder)
    return await aBook(db, await aStudent(db), { name })
  }

  /**
   * Uses up transaction ids in transactions that roll back, so that no commit record mentions them, and keeps
   * PostgreSQL from recording their use on disk: after a crash it assigns them again. Resolves to these ids.
   */
  async function spendTransactionIds(folder: string) {
    await using db = databaseIn(folder)
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where backend_type = 'walwriter'`.execute(db)
    process.kill(rows[0]!.pid, 'SIGSTOP') // from here on only a commit flushes the WAL
    const used: bigint[] = []
    for (let n = 0; n < 20; n++) {
      const transaction = await db.startTransaction().execute()
      used.push(await ownTransactionId(transaction))
      await transaction.rollback().execute()
    }
    return used
  }

  /** Renames a post, retrying until PostgreSQL is available again; resolves to the id of the transaction. */
  async function rename(folder: string, id: string, name: string) {
    await using db = databaseIn(folder)
    const change = () =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('posts').set({ name }).where('id', '=', id).execute()
        return ownTransactionId(transaction)
      })
    return await until(() => change().catch(() => null))
  }

  async function ownTransactionId(transaction: Kysely<Tables>) {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction)
    return BigInt(rows[0]!.id)
  }
})
