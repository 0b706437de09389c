import { type Kysely, sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { CountedPool, Tables } from './db.server.ts'

/** What a process tells of itself. */
export type Metrics = ReturnType<typeof createMetrics>

/** From an answer of the cache to one that nobody waits for. */
const buckets = [0.002, 0.01, 0.05, 0.2, 1, 5, 15]

/**
 * Counts for Prometheus, with Node's own: memory, processor time, delay of the event loop. Labels have few values, all
 * known beforehand: never an id, or anything of a person.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'puthi_requests_total',
    help: 'Requests by route, status and what the page cache had',
    registers,
    labelNames: ['route', 'status', 'cache'],
  })
  const requestSeconds = new Histogram({
    name: 'puthi_request_seconds',
    help: 'Time until the answer began',
    registers,
    buckets,
    labelNames: ['route'],
  })
  const lookSeconds = new Histogram({
    name: 'puthi_look_seconds',
    help: 'Looks of the page cache at what has changed',
    registers,
    buckets,
    labelNames: ['outcome'],
  })
  const poolWaitSeconds = new Histogram({
    name: 'puthi_pool_wait_seconds',
    help: 'Waits for a connection to the database',
    registers,
    buckets,
    labelNames: ['pool'],
  })
  const jobSeconds = new Histogram({
    name: 'puthi_job_seconds',
    help: 'Runs of jobs by this process',
    registers,
    buckets,
    labelNames: ['name', 'outcome'], // `job` is a label of Prometheus itself
  })
  const sent = new Counter({
    name: 'puthi_outbox_ended_total',
    help: 'Mails and pushes, by what became of them',
    registers,
    labelNames: ['way', 'outcome'],
  })
  const storageSeconds = new Histogram({
    name: 'puthi_storage_seconds',
    help: 'Calls of the file storage',
    registers,
    buckets,
    labelNames: ['call', 'outcome'],
  })
  const pools = new Map<string, CountedPool>()
  const connections = new Gauge({
    name: 'puthi_pool_connections',
    help: 'Connections to the database, and who waits for one',
    registers,
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        connections.set({ pool, state: 'used' }, totalCount - idleCount)
        connections.set({ pool, state: 'idle' }, idleCount)
        connections.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })

  return {
    noteRequest({ route, status, cache, seconds }: { route: string; status: number; cache: string; seconds: number }) {
      requests.inc({ route, status, cache })
      requestSeconds.observe({ route }, seconds)
    },
    noteLook(outcome: 'seen' | 'failed', seconds: number) {
      lookSeconds.observe({ outcome }, seconds)
    },
    notePoolWait(pool: string, seconds: number) {
      poolWaitSeconds.observe({ pool }, seconds)
    },
    noteJob(name: string, outcome: 'done' | 'failed', seconds: number) {
      jobSeconds.observe({ name, outcome }, seconds)
    },
    noteSent(way: string, outcome: string, count: number) {
      sent.inc({ way, outcome }, count)
    },
    noteStorage(call: string, outcome: 'done' | 'failed', seconds: number) {
      storageSeconds.observe({ call, outcome }, seconds)
    },

    watchPool(pool: string, counted: CountedPool) {
      pools.set(pool, counted)
    },
    /** How long the oldest mail or push has waited: asked of the database whenever the metrics are read. */
    watchOutbox(db: Kysely<Tables>) {
      const age = new Gauge({
        name: 'puthi_outbox_age_seconds',
        help: 'Age of the oldest that waits',
        registers,
        labelNames: ['way'],
        async collect() {
          const { rows } = await sql<{ way: string; seconds: number }>`
            select way, coalesce(
              (
                select extract(epoch from now() - min(created_at)) from outbox
                where outbox.way = ways.way and done_at is null
              ),
              0
            )::float8 as seconds
            from (values ('mail'), ('push')) as ways (way)`.execute(db)
          for (const { way, seconds } of rows) age.set({ way }, seconds)
        },
      })
    },

    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
