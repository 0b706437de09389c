import { connect, createServer } from 'node:net'

import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { createDb } from '#app/platform/db.server.ts'
import { countWords } from '#app/posts/search/count-words.job.server.ts'
import { aBook, aStore } from '#database/makers.ts'
import { migrate } from '#database/migrate.ts'
import { startPostgres } from '#server/postgres/postgres.ts'
import { removeFolder } from '#tests/support/folder.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startStandby } from '#tests/support/standby.ts'
import { start } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'

const folder = temporaryFolder()
const leader = await startPostgres(folder)
await migrate(leader.url)
const standby = await startStandby(folder, leader)
const other = await startStandby(folder, leader)
const db = createDb(leader.url, { max: 2 })
const standbyDb = createDb(standby.url, { max: 1 })
afterAll(async () => {
  await Promise.all([db.destroy(), standbyDb.destroy()])
  await standby.stop()
  await other.stop()
  await leader.stop()
  await removeFolder(folder)
})

/** How often a connection to the replica was taken, by the metrics. */
async function replicaReads(metrics: string) {
  const text = await (await fetch(metrics)).text()
  const counts = text.matchAll(/^puthi_pool_wait_seconds_count\{pool="replica \w+"\} (\d+)$/gm)
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)
}

/** Leads each connection to the next of them, as HAProxy does. */
async function startBalancer(urls: string[]) {
  const sockets = urls.map((url) => `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`)
  let turn = 0
  const server = createServer((near) => {
    const far = connect(sockets[turn++ % sockets.length]!)
    near.pipe(far).pipe(near)
    for (const [one, another] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => another.destroy()).on('close', () => another.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgres://puthi@127.0.0.1:${(server.address() as { port: number }).port}/postgres`
}

test('of two replicas behind one address, the one that is behind is never shown', async () => {
  const balancer = await startBalancer([standby.url, other.url])
  const { address, output } = await start({
    DATABASE_URL: leader.url,
    DATABASE_READ_URL: balancer,
    METRICS_PORT: '0',
  })
  const metrics = /Metrics are at (\S+)/.exec(output())![1]!
  const store = await aStore(db)
  const otherDb = createDb(other.url, { max: 1 })
  await sql`select pg_wal_replay_pause()`.execute(otherDb)
  const before = await replicaReads(metrics)
  for (let n = 0; n < 40; n++) {
    const book = await aBook(db, store, { name: `Balanced ${n} ${crypto.randomUUID().slice(0, 8)}` })
    // At once, so that several connections are used: some to the one that is behind.
    const pages = await Promise.all(
      ['/?tab=books', `/sellers/${store.id}`, '/?tab=books&stream=', `/search?q=${encodeURIComponent(book.name)}`].map(
        async (path) => (await fetch(address + path)).text(),
      ),
    )
    for (const page of pages) expect(page).toContain(book.name)
  }
  // With nothing new to replay, the one that is not behind is soon read from.
  await until(async () => {
    await fetch(`${address}/search?q=${crypto.randomUUID()}`)
    return (await replicaReads(metrics)) > before
  })
  await sql`select pg_wal_replay_resume()`.execute(otherDb)
  await otherDb.destroy()
})

test('visitors read from the replica, never what is older than the leader, and from the leader while it is behind or away', async () => {
  const { address, output } = await start({
    DATABASE_URL: leader.url,
    DATABASE_READ_URL: standby.url,
    METRICS_PORT: '0',
  })
  const metrics = /Metrics are at (\S+)/.exec(output())![1]!
  const store = await aStore(db)
  const read = async (path: string) => {
    const response = await fetch(address + path)
    expect(response.status).toBe(200)
    return response.text()
  }

  // What was just written is on the next page, each time.
  for (let n = 0; n < 20; n++) {
    const book = await aBook(db, store, { name: `Replicated ${n} ${crypto.randomUUID().slice(0, 8)}` })
    expect(await read('/?tab=books')).toContain(book.name)
    expect(await read(`/sellers/${store.id}`)).toContain(book.name)
    expect(await read(`/search?q=${encodeURIComponent(book.name)}`)).toContain(book.name)
    await countWords(db)
    expect(await read(`/search/suggestions?q=${encodeURIComponent(book.name.slice(0, 14))}`)).toContain('Replicated')
  }
  const isReadFromReplica = async (more: number) => {
    await read(`/search?q=${crypto.randomUUID()}`) // is in no cache
    return (await replicaReads(metrics)) > more
  }
  await until(() => isReadFromReplica(0))
  const before = await replicaReads(metrics)

  // Behind.
  await sql`select pg_wal_replay_pause()`.execute(standbyDb)
  const late = await aBook(db, store, { name: `Behind ${crypto.randomUUID().slice(0, 8)}` })
  expect(await read('/?tab=books')).toContain(late.name)
  expect(await read(`/search?q=${encodeURIComponent(late.name)}`)).toContain(late.name)
  await sql`select pg_wal_replay_resume()`.execute(standbyDb)
  await until(() => isReadFromReplica(before))

  // Away.
  await standbyDb.destroy()
  await standby.stop()
  const alone = await aBook(db, store, { name: `Alone ${crypto.randomUUID().slice(0, 8)}` })
  expect(await read('/?tab=books')).toContain(alone.name)
  expect(await read(`/sellers/${store.id}`)).toContain(alone.name)
})
