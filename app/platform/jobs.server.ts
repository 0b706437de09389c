import { type Kysely, sql } from 'kysely'

import type { Tables } from './db.server.ts'
import type { Log } from './log.server.ts'

export interface Job {
  name: string
  everyMs: number
  run: (db: Kysely<Tables>) => Promise<unknown>
}

/** Apart from the keys of single numbers, such as the migrations'. */
const lockSpace = 7_788_441

/**
 * Runs each job at once and then every so often. Of several processes on one database one does it, the others leave it
 * to that one. What fails is logged and comes round again.
 */
export function startJobs(db: Kysely<Tables>, log: Log, jobs: Job[]) {
  const running = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    let isRunning = false
    const tick = async () => {
      if (isRunning) return
      isRunning = true
      await runAlone(db, job).catch((err: unknown) => log.error({ err, job: job.name }, 'job failed'))
      isRunning = false
    }
    const start = () => {
      const run = tick().finally(() => running.delete(run))
      running.add(run)
    }
    start()
    return setInterval(start, job.everyMs)
  })

  /** Resolves once what is under way has ended. */
  return async function stop() {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

/** Whether this process was the one. */
function runAlone(db: Kysely<Tables>, { name, run }: Pick<Job, 'name' | 'run'>) {
  return db.connection().execute(async (connection) => {
    const key = sql`${lockSpace}::int, hashtext(${name})`
    const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${key}) as is_ours`.execute(connection)
    if (!rows[0]?.isOurs) return false
    try {
      await run(db)
      return true
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
