import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { createDb, type Db } from '#app/platform/db.server.ts'
import { migrate } from '#database/migrate.ts'
import { startPostgres } from '#server/postgres/postgres.ts'

import { startServer } from '../../support/server.ts'
import type { Finding } from '../finding.ts'
import { type Random, randomOf } from '../random.ts'
import { isReady, until } from '../until.ts'
import { aDeed, countsOf, type Deed, faultsOf, invite, okOf, type People, send } from './deeds.ts'
import { freePort } from '#tests/support/free-port.ts'
import { strayFiles } from './stored-files.ts'

const part = 'faults'
const deedsBetweenKills = 8

interface Options {
  seed: number
  isLong: boolean
  folder: string
}

/** Kills the server and its PostgreSQL, and restarts PostgreSQL, while people submit all kinds of forms. */
export async function kills({ seed, isLong, folder }: Options): Promise<Finding[]> {
  const times = isLong ? { app: 100, database: 50, restarts: 20 } : { app: 10, database: 5, restarts: 2 }
  const random = randomOf(seed)
  const port = await freePort()
  const people = await inDatabase(folder, async (db, url) => (await migrate(url), invite(db)))
  const start = () => startServer({ DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'silent' })
  let server = await start()
  const { address } = server

  const crowd = bustle(address, people, random)
  const someMore = async () => {
    const enough = crowd.confirmed() + deedsBetweenKills
    await until('confirmation of what people do', () => crowd.confirmed() >= enough, { maxMs: 60_000, everyMs: 5 })
  }
  for (let kill = 0; kill < times.app; kill++) {
    await someMore()
    await server.stop('SIGKILL')
    server = await start()
  }
  const afterApp = crowd.deeds.length
  for (let kill = 0; kill < times.database; kill++) {
    await someMore()
    process.kill(postmasterOf(folder), 'SIGKILL')
  }
  await someMore()
  await crowd.stop()
  await until('answer that it is ready', () => isReady(address))
  const restarted = await restartUnderWay(folder, { address, people, random, rounds: times.restarts })
  await server.stop()

  return inDatabase(folder, async (db) => {
    const [byApp, byDatabase] = [crowd.deeds.slice(0, afterApp), crowd.deeds.slice(afterApp)]
    const odd = crowd.odd.length > 0 ? `, answered ${crowd.odd.join(' ')}` : ''
    const enough = (deeds: Deed[], killed: number) => okOf(deeds).length >= killed * deedsBetweenKills
    const stray = await strayFiles(db, folder)
    const wrong = async (deeds: Deed[]) => [...(await faultsOf(db, deeds)), ...stray]
    const finding = (tried: string, deeds: Deed[], faults: string[], isEnough: boolean): Finding => ({
      part,
      tried: `${tried}, seed ${seed}`,
      found: `${countsOf(deeds)}${odd}; ${faults.length} faults ${faults.slice(0, 5).join('; ')}`,
      holds: faults.length === 0 && isEnough && crowd.odd.length === 0,
    })
    return [
      finding(
        `${times.app} SIGKILLs of the server under ${byApp.length} orders, comments, requests and posts`,
        byApp,
        await wrong(byApp),
        enough(byApp, times.app),
      ),
      finding(
        `${times.database} SIGKILLs of PostgreSQL under ${byDatabase.length} of them`,
        byDatabase,
        await wrong(byDatabase),
        enough(byDatabase, times.database),
      ),
      finding(
        `${times.restarts} restarts of PostgreSQL in the middle of ${restarted.deeds.length} requests`,
        restarted.deeds,
        [...restarted.faults, ...(await wrong(restarted.deeds))],
        okOf(restarted.deeds).length === restarted.deeds.length,
      ),
    ]
  })
}

/**
 * Each person submits one form after another until stopped. An order without a response is retried with the same
 * idempotency key, as the order's page does.
 */
function bustle(address: string, people: People, random: Random) {
  const deeds: Deed[] = []
  const odd: number[] = []
  let isOpen = true
  let confirmed = 0
  const live = async (cookie: string) => {
    while (isOpen) {
      const deed = aDeed(random)
      deeds.push(deed)
      const attempt = () => send(address, { deed, people, cookie }, (status) => odd.push(status))
      deed.outcome = await attempt()
      while (deed.outcome !== 'ok' && isOpen) {
        await sleep(20) // the server or its database is restarting
        if (deed.kind !== 'order' && deed.outcome === 'unknown') break
        // A form that never reached the server can be retried; the idempotency key makes every order safe to retry.
        const outcome = await attempt()
        deed.outcome = outcome === 'failed' ? deed.outcome : outcome
      }
      if (deed.outcome === 'ok') confirmed++
    }
  }
  const lives = people.cookies.map(live)
  return {
    deeds,
    odd,
    confirmed: () => confirmed,
    async stop() {
      isOpen = false
      await Promise.all(lives)
    },
  }
}

interface Restarts {
  address: string
  people: People
  random: Random
  rounds: number
}

/** Stops PostgreSQL while orders wait for a lock in it: each gets a 503, and succeeds when it is sent again. */
async function restartUnderWay(folder: string, { address, people, random, rounds }: Restarts) {
  const deeds: Deed[] = []
  const faults: string[] = []
  for (let round = 0; round < rounds; round++) {
    const batch = Array.from({ length: 8 }, () => aDeed(random, ['order']))
    deeds.push(...batch)
    const tryAll = () =>
      Promise.all(
        batch.map(async (deed, turn) => {
          const cookie = people.cookies[turn % people.cookies.length]!
          deed.outcome = await send(address, { deed, people, cookie }, (status) => faults.push(`answered ${status}`))
        }),
      )
    const sent = await whileLocked(folder, async (db) => {
      const answers = tryAll()
      // Waits for all of them: a later one would reach the restarted PostgreSQL and be confirmed, rightly.
      await until('request that waits', async () => (await waitingIn(db)) >= batch.length)
      process.kill(postmasterOf(folder), 'SIGINT')
      return { answers }
    })
    await sent.answers
    if (batch.some(({ outcome }) => outcome === 'ok')) faults.push('an order is confirmed that could not be written')
    await until('answer that it is ready', () => isReady(address))
    await tryAll()
  }
  return { deeds, faults }
}

async function whileLocked<T>(folder: string, work: (db: Db) => Promise<T>) {
  const db = createDb(urlOf(folder), { max: 2 })
  let result: T | undefined
  const locked = db.transaction().execute(async (transaction) => {
    await sql`lock table orders in access exclusive mode`.execute(transaction)
    result = await work(db)
  })
  await locked.catch(() => {}) // expected: PostgreSQL was stopped during the transaction
  await db.destroy()
  return result!
}

async function waitingIn(db: Db) {
  const { rows } = await sql<{ count: number }>`select count(*)::int from pg_locks where not granted`.execute(db)
  return rows[0]!.count
}

const urlOf = (folder: string) =>
  `postgres://puthi@localhost/postgres?host=${encodeURIComponent(path.join(folder, 'run'))}`

const postmasterOf = (folder: string) =>
  Number.parseInt(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8'), 10)

async function inDatabase<T>(folder: string, work: (db: Db, url: string) => Promise<T>) {
  const postgres = await startPostgres(folder)
  const db = createDb(postgres.url)
  try {
    return await work(db, postgres.url)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}
