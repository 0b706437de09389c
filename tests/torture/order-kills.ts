import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { buyPath } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'

import { createDatabase, startTestPostgres, temporaryFolder } from '../support/postgres.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Finding } from './finding.ts'
import { integer, type Random, randomOf } from './random.ts'

interface Options {
  seed: number
  isLong: boolean
}

const buyers = 50

/** Fifty buyers at once of one copy, and of twenty, while a server is killed: each retries until it is answered. */
export async function killServers({ seed, isLong }: Options): Promise<Finding[]> {
  const random = randomOf(seed)
  const postgres = await startTestPostgres()
  const url = await createDatabase(postgres.url)
  const db = createDb(url, { max: 3 })
  const folder = temporaryFolder()
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  const servers = await Promise.all([startServer(env), startServer(env)])
  try {
    const sessions = await Promise.all(Array.from({ length: buyers }, () => aBuyer(db)))
    const store = await aStore(db, { emailConfirmedAt: new Date() })
    const rounds = isLong ? 20 : 3
    const findings: Finding[] = []
    for (const copies of [1, 20]) {
      const offences: string[] = []
      for (let round = 0; round < rounds; round++) {
        const book = await aBook(db, store, { copies, pricePaise: 10_000 })
        const killing = killOne(random, servers, env)
        const answers = await Promise.all(sessions.map((cookie) => buyUntilAnswered(servers, cookie, book.id)))
        await killing
        offences.push(...(await offencesOf(db, book.id, copies, answers)))
      }
      findings.push({
        part: 'orders',
        tried: `${buyers} buyers at once of ${copies === 1 ? 'the last copy' : `${copies} copies`}, ${rounds} times, each with a SIGKILL of a server`,
        found: offences.length > 0 ? offences.join('\n') : `${copies} orders each time, each told once`,
        holds: offences.length === 0,
      })
    }
    return findings
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')))
    await db.destroy()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function aBuyer(db: Db) {
  const student = await aStudent(db, { emailConfirmedAt: new Date() })
  return `puthi-session=${await startSession(db, student)}`
}

async function killOne(random: Random, servers: TestServer[], env: Record<string, string>) {
  const index = integer(random, 0, servers.length - 1)
  await sleep(integer(random, 5, 250))
  await servers[index]!.stop('SIGKILL')
  servers[index] = await startServer(env)
}

/** The status of the answer. A lost one is asked for again, with the same key, of whichever server is there. */
async function buyUntilAnswered(servers: TestServer[], cookie: string, postId: string) {
  const body = new URLSearchParams({
    key: crypto.randomUUID(),
    shownPaise: '10000',
    name: 'Rina',
    phone: '9876543210',
    alternativePhone: '',
    quantity: '1',
    pin: '781001',
    address: 'Panbazar',
  })
  for (let attempt = 0; attempt < 200; attempt++) {
    const { address } = servers[attempt % servers.length]!
    const headers = { cookie, origin: address, 'content-type': 'application/x-www-form-urlencoded' }
    try {
      const answer = await fetch(address + buyPath(postId), {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(20_000),
      })
      await answer.arrayBuffer()
      if (answer.status !== 503) return answer.status
    } catch {
      // the server was killed
    }
    await sleep(50)
  }
  return 0
}

async function offencesOf(db: Db, postId: string, copies: number, answers: number[]) {
  const { rows } = await sql<{ orders: number; left: number; toSeller: number; toBuyers: number; mails: number }>`
    select
      (select count(*)::int from orders where post_id = ${postId}) as orders,
      (select stock.copies from stock where post_id = ${postId}) as left,
      (select count(*)::int from notices join orders on orders.id = order_id
        where orders.post_id = ${postId} and event = 'order placed' and account_id = seller_id) as to_seller,
      (select count(*)::int from notices join orders on orders.id = order_id
        where orders.post_id = ${postId} and event = 'order receipt' and account_id = buyer_id) as to_buyers,
      (select count(*)::int from outbox join notices on notices.id = notice_id join orders on orders.id = order_id
        where orders.post_id = ${postId} and way = 'mail') as mails`.execute(db)
  const found = { ...rows[0]!, bought: answers.filter((status) => status === 303).length }
  const refused = answers.filter((status) => status === 409).length
  const expected = { orders: copies, left: 0, toSeller: copies, toBuyers: copies, mails: 2 * copies, bought: copies }
  return JSON.stringify(found) === JSON.stringify(expected) && refused === buyers - copies
    ? []
    : [`${JSON.stringify(found)}, ${refused} refused, instead of ${JSON.stringify(expected)}`]
}
