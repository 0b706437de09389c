import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import type { Tables } from './db.server.ts'
import type { Log } from './log.server.ts'
import type { Metrics } from './metrics.server.ts'

export interface Job {
  name: string
  everyMs: number
  run: (db: Kysely<Tables>) => Promise<unknown>
}

interface Options {
  /** Lease time: how long a job stays blocked after its process died. */
  leaseMs?: number | undefined
  metrics?: Pick<Metrics, 'noteJob'> | undefined
}

interface Lease {
  name: string
  holder: string
  leaseMs: number
}

/** Retry interval after a database error. */
const retryMs = 60_000

/**
 * Runs each job once per `everyMs` over all processes on one database, beginning at once. The process that takes the
 * job's lease (a row of `job_leases`) runs it and renews the lease, without holding a connection. A process suspended
 * for longer than its lease may run beside its successor: jobs must tolerate that. Failures are logged and retried
 * after `everyMs`.
 */
export function startJobs(db: Kysely<Tables>, log: Log, jobs: Job[], { leaseMs = 10_000, metrics }: Options = {}) {
  const holder = randomUUID()
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal) // every waiting job adds a listener

  async function keepRunning(job: Job) {
    const lease = { name: job.name, holder, leaseMs }
    while (!stopping.signal.aborted) {
      const waitMs = await runIfDue(job, lease).catch((err: unknown) => {
        log.error({ err, job: job.name }, 'job lease failed')
        return Math.min(job.everyMs, retryMs)
      })
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {}) // stopped
    }
  }

  /** Resolves to the milliseconds until the next check. */
  async function runIfDue(job: Job, lease: Lease) {
    if (!(await take(db, job, lease))) return untilDue(db, job)
    const renewing = keepLease(lease)
    const started = performance.now()
    const note = (outcome: 'done' | 'failed') =>
      metrics?.noteJob(job.name, outcome, (performance.now() - started) / 1_000)
    try {
      await job.run(db)
      note('done')
    } catch (err) {
      log.error({ err, job: job.name }, 'job failed')
      note('failed')
    } finally {
      clearInterval(renewing)
    }
    await giveBack(db, lease)
    return job.everyMs
  }

  function keepLease(lease: Lease) {
    return setInterval(() => {
      renew(db, lease).catch((err: unknown) => log.warn({ err, job: lease.name }, 'job lease not renewed'))
    }, leaseMs / 4)
  }

  const running = jobs.map(keepRunning)

  /** Resolves once running jobs have ended. */
  return async function stop() {
    stopping.abort()
    await Promise.all(running)
  }
}

const milliseconds = (value: number) => sql`${value} * interval '1 millisecond'`

/** A lease ending in over an hour or a last run in the future dates from before the database's clock was set back. */
const isHeld = sql`(lease.held_until > now() and lease.held_until < now() + interval '1 hour')`
const isRecent = (everyMs: number) =>
  sql`(lease.last_run_at > now() - ${milliseconds(everyMs)} and lease.last_run_at <= now())`

/** True if the lease was free and due, and is now ours. */
async function take(db: Kysely<Tables>, { everyMs }: Job, { name, holder, leaseMs }: Lease) {
  const { rows } = await sql`
    insert into job_leases as lease (name, holder, held_until)
    values (${name}, ${holder}, now() + ${milliseconds(leaseMs)})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
    where not ${isHeld} and ${isRecent(everyMs)} is not true
    returning name`.execute(db)
  return rows.length > 0
}

/** Milliseconds until the lease ends or the next run is due; at least one. */
async function untilDue(db: Kysely<Tables>, { name, everyMs }: Job) {
  const { rows } = await sql<{ waitMs: number }>`
    select 1000 * extract(epoch from
      case when ${isHeld} then held_until else last_run_at + ${milliseconds(everyMs)} end - now()
    )::float8 as wait_ms
    from job_leases as lease where name = ${name}`.execute(db)
  return Math.min(Math.max(rows[0]?.waitMs ?? 0, 1), everyMs)
}

const renew = (db: Kysely<Tables>, { name, holder, leaseMs }: Lease) =>
  sql`update job_leases set held_until = now() + ${milliseconds(leaseMs)}
    where name = ${name} and holder = ${holder}`.execute(db)

const giveBack = (db: Kysely<Tables>, { name, holder }: Lease) =>
  sql`update job_leases set held_until = now(), last_run_at = now()
    where name = ${name} and holder = ${holder}`.execute(db)
