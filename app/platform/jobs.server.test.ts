import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'

import { createDb } from './db.server.ts'
import { type Job, startJobs } from './jobs.server.ts'
import { createLog } from './log.server.ts'

const { db, url } = await freshDatabase()

function start(jobs: Job[], connection = db, leaseMs?: number) {
  const said: string[] = []
  const log = createLog('info', (line) => said.push(line))
  const stop = startJobs(connection, log, jobs, { leaseMs })
  onTestFinished(stop)
  return { stop, said }
}

/** A job that runs until `letGo` is called. */
function aLongJob(name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let runs = 0
  const run = () => (runs++, promise)
  return { job: { name, everyMs: 1, run }, runs: () => runs, letGo: resolve }
}

test('a job runs at once and then at its interval', async () => {
  let runs = 0
  const { said } = start([{ name: 'count', everyMs: 1, run: async () => runs++ }])
  await until(() => runs >= 3)
  expect(said).toEqual([])
})

test('a job runs in one process at a time', async () => {
  const first = aLongJob('sweep')
  const second = aLongJob('sweep')
  const other = aLongJob('another')
  const stopFirst = start([first.job]).stop
  await until(() => first.runs() === 1)

  const secondDb = createDb(url, { max: 3 })
  onTestFinished(() => secondDb.destroy())
  start([second.job, other.job], secondDb)
  await until(() => other.runs() === 1) // a job of another name does not wait
  expect(second.runs()).toBe(0)

  first.letGo()
  await stopFirst()
  await until(() => second.runs() === 1)
  second.letGo()
  other.letGo()
})

test('a job that takes longer than its interval is not started twice', async () => {
  const long = aLongJob('long')
  let ticks = 0
  start([long.job, { name: 'ticks', everyMs: 1, run: async () => ticks++ }])
  await until(() => ticks >= 5)
  expect(long.runs()).toBe(1)
  long.letGo()
})

test('a failure is logged, and the job runs again', async () => {
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
  await until(() => runs >= 2)
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0]!)).toMatchObject({ level: 'error', job: 'fails', err: { message: 'not today' } })
})

test('stopping waits for running jobs and starts no more', async () => {
  const long = aLongJob('stopped')
  const { stop } = start([long.job])
  await until(() => long.runs() === 1)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await db
    .selectFrom('migrations' as never)
    .selectAll()
    .execute() // time in which a stop that does not wait would resolve
  expect(isStopped).toBe(false)
  long.letGo()
  await stopped
  expect(long.runs()).toBe(1)
})

async function leaseOf(name: string) {
  const { rows } = await sql<{ heldUntil: Date; lastRunAt: Date | null }>`
    select held_until, last_run_at from job_leases where name = ${name}`.execute(db)
  return rows[0]
}

test('any number of jobs run on a pool of one connection', async () => {
  const small = createDb(url, { max: 1 })
  onTestFinished(() => small.destroy())
  const ran = new Set<string>()
  const jobs = Array.from({ length: 8 }, (_, n): Job => {
    const name = `crowd ${n}`
    return { name, everyMs: 60_000, run: async (of) => (await sql`select 1`.execute(of), ran.add(name)) }
  })
  const { said } = start(jobs, small)
  await until(() => ran.size === jobs.length)
  expect(said).toEqual([]) // no job waited for the connection until the pool gave up
})

test('a job runs once an interval over all processes, however often they start', async () => {
  let runs = 0
  const rare: Job = { name: 'rare', everyMs: 60_000, run: async () => runs++ }
  const first = start([rare])
  await until(async () => (await leaseOf('rare'))?.lastRunAt)
  await first.stop()

  // The only connection runs queries in order: once the second job runs, the first job's lease has been checked.
  const looked = vi.fn<() => Promise<void>>(async () => {})
  const one = createDb(url, { max: 1 })
  onTestFinished(() => one.destroy())
  start([rare, { name: 'after rare', everyMs: 60_000, run: looked }], one)
  await until(() => looked.mock.calls.length > 0)
  expect(runs).toBe(1)

  await sql`update job_leases set last_run_at = last_run_at - interval '1 minute' where name = 'rare'`.execute(db)
  start([rare])
  await until(() => runs === 2)
  await until(async () => (await leaseOf('rare'))!.lastRunAt! > new Date(Date.now() - 30_000))
  // Setting the clock back leaves `last_run_at` in the future: the job must run nevertheless.
  await sql`update job_leases set last_run_at = last_run_at + interval '3 hours' where name = 'rare'`.execute(db)
  start([rare])
  await until(() => runs === 3)
})

test('a long job renews its lease: no other process starts it meanwhile', async () => {
  const first = aLongJob('renewed')
  const second = aLongJob('renewed')
  const leaseMs = 200
  const stopFirst = start([first.job], db, leaseMs).stop
  await until(() => first.runs() === 1)
  const { heldUntil } = (await leaseOf('renewed'))!
  const { stop } = start([second.job], db, leaseMs)
  await until(async () => Number((await leaseOf('renewed'))!.heldUntil) - Number(heldUntil) > 3 * leaseMs)
  expect(second.runs()).toBe(0)
  second.letGo()
  await stop()
  first.letGo()
  await stopFirst()
})

test('the job of a killed process is taken over when its lease ends', async () => {
  const leaseMs = 1_500
  const program = `
    const { createDb } = await import('#app/platform/db.server.ts')
    const { startJobs } = await import('#app/platform/jobs.server.ts')
    const { createLog } = await import('#app/platform/log.server.ts')
    const run = () => (console.log('running'), new Promise(() => {}))
    startJobs(createDb(process.argv[1]), createLog('info'), [{ name: 'killed', everyMs: 86_400_000, run }], { leaseMs: ${leaseMs} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, url], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const next = aLongJob('killed')
  const other: Job = { ...next.job, everyMs: 86_400_000 }
  const { stop } = start([other], db, leaseMs)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { heldUntil } = (await leaseOf('killed'))!
  expect(next.runs()).toBe(0)
  await until(() => next.runs() === 1)
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  expect(Number(rows[0]!.now)).toBeGreaterThanOrEqual(Number(heldUntil))
  next.letGo()
  await stop()
})
