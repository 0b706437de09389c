import { expect, onTestFinished, test, vi } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'

import { createDb } from './db.server.ts'
import { type Job, startJobs } from './jobs.server.ts'
import { createLog } from './log.server.ts'

const { db, url } = await freshDatabase()

function start(jobs: Job[], connection = db) {
  const said: string[] = []
  const log = createLog('info', (line) => said.push(line))
  const stop = startJobs(connection, log, jobs)
  onTestFinished(stop)
  return { stop, said }
}

/** A job that runs until it is let go. */
function aLongJob(name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let runs = 0
  const run = () => (runs++, promise)
  return { job: { name, everyMs: 1, run }, runs: () => runs, letGo: resolve }
}

test('a job runs at once and then every so often', async () => {
  let runs = 0
  const { said } = start([{ name: 'count', everyMs: 1, run: async () => runs++ }])
  await vi.waitUntil(() => runs >= 3)
  expect(said).toEqual([])
})

test('of two processes one does the job, and the other once that one is done', async () => {
  const first = aLongJob('sweep')
  const second = aLongJob('sweep')
  const other = aLongJob('another')
  const stopFirst = start([first.job]).stop
  await vi.waitUntil(() => first.runs() === 1)

  const secondDb = createDb(url, { max: 3 })
  onTestFinished(() => secondDb.destroy())
  start([second.job, other.job], secondDb)
  await vi.waitUntil(() => other.runs() === 1) // a job of another name does not wait
  expect(second.runs()).toBe(0)

  first.letGo()
  await stopFirst()
  await vi.waitUntil(() => second.runs() === 1)
  second.letGo()
  other.letGo()
})

test('a job that takes longer than its turn is not started twice', async () => {
  const long = aLongJob('long')
  let ticks = 0
  start([long.job, { name: 'ticks', everyMs: 1, run: async () => ticks++ }])
  await vi.waitUntil(() => ticks >= 5)
  expect(long.runs()).toBe(1)
  long.letGo()
})

test('what fails is logged and comes round again', async () => {
  let runs = 0
  const { said } = start([
    {
      name: 'fails',
      everyMs: 1,
      run: async () => {
        if (runs++ === 0) throw new Error('not today')
      },
    },
  ])
  await vi.waitUntil(() => runs >= 2)
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0]!)).toMatchObject({ level: 'error', job: 'fails', err: { message: 'not today' } })
})

test('stopping waits for what is under way, and nothing starts after it', async () => {
  const long = aLongJob('stopped')
  const { stop } = start([long.job])
  await vi.waitUntil(() => long.runs() === 1)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await db
    .selectFrom('migrations' as never)
    .selectAll()
    .execute() // time for a wrong stop to resolve
  expect(isStopped).toBe(false)
  long.letGo()
  await stopped
  expect(long.runs()).toBe(1)
})
