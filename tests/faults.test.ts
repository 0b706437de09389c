import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { migrate } from '#database/migrate.ts'
import { testFolder } from '#tests/support/folder.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { startPostgres } from '#server/postgres.ts'

const appKills = 20
const databaseKills = 10
const buyers = 4
const ordersBetweenKills = 12

test(
  `${appKills} kills of the server and ${databaseKills} of PostgreSQL in the middle of buying: every confirmed order is there once`,
  { timeout: 180_000 },
  async () => {
    const folder = testFolder()
    const port = String(await freePort())
    const { postId, cookie } = await prepare(folder)
    const start = () => startServer({ DATA_DIR: folder, PORT: port, LOG_LEVEL: 'silent' })
    let server: TestServer = await start()

    const sent: string[] = []
    const confirmed: string[] = []
    let isBuying = true
    const buy = async () => {
      while (isBuying) {
        const key = crypto.randomUUID()
        sent.push(key)
        // As people do: what was not answered is sent again, the same.
        while (isBuying && !(await placeOrder(port, { postId, cookie, key }))) await sleep(20)
        if (isBuying) confirmed.push(key)
      }
    }
    const buying = Array.from({ length: buyers }, buy)
    const someMoreOrders = async () => {
      const enough = confirmed.length + ordersBetweenKills
      await vi.waitUntil(() => confirmed.length >= enough, { timeout: 20_000, interval: 5 })
    }

    for (let kill = 0; kill < appKills; kill++) {
      await someMoreOrders()
      await server.stop('SIGKILL')
      server = await start()
    }
    for (let kill = 0; kill < databaseKills; kill++) {
      await someMoreOrders()
      process.kill(Number.parseInt(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
    }
    await someMoreOrders()
    isBuying = false
    await Promise.all(buying)
    await server.stop()

    const orders = await inDatabase(folder, (db) => db.selectFrom('orders').select(['key', 'quantity']).execute())
    const there = new Set(orders.map(({ key }) => key))
    const lost = confirmed.filter((key) => !there.has(key))
    console.log(`${confirmed.length} orders confirmed, ${confirmed.length - lost.length} of them there afterwards`)
    expect(lost).toEqual([])
    expect(orders.length).toBe(there.size) // and none twice
    expect(sent).toEqual(expect.arrayContaining([...there]))
    expect(confirmed.length).toBeGreaterThanOrEqual((appKills + databaseKills + 1) * ordersBetweenKills)
  },
)

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

/** Something to buy, and somebody who does. */
function prepare(folder: string) {
  return inDatabase(folder, async (db, url) => {
    await migrate(url)
    const post = await aBook(db, await aStudent(db), { sellingPricePaise: 26_000 })
    return { postId: post.id, cookie: `puthi-session=${await startSession(db, await aStudent(db))}` }
  })
}

async function placeOrder(port: string, { postId, cookie, key }: { postId: string; cookie: string; key: string }) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/?index&tab=books&buy=${postId}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', Cookie: cookie },
      body: new URLSearchParams({
        ...{ key, shownPaise: '26000', name: 'Rina', phone: '9876543210' },
        ...{ quantity: '2', pin: '781001', address: 'Panbazar' },
      }),
    })
    return response.status === 303
  } catch {
    return false // nobody was there, or nobody any more
  }
}

function freePort() {
  return new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
