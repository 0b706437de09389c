import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely, PostgresPool, PostgresPoolClient } from 'kysely'

import { dbOf, type Tables } from './db.server.ts'
import type { Log } from './log.server.ts'

interface Pools {
  pages: PostgresPool
  searches: PostgresPool
}

interface Sources {
  db: Kysely<Tables>
  searchDb: Kysely<Tables>
}

/** Copies of the database that follow it, at one address, and may be a little behind. */
export interface Replica {
  /** For a page that shows everything that the leader's log had at this position; null if they are not so far yet. */
  asOf: (position: string) => Promise<Sources | null>
  close: () => Promise<void>
}

/** Longer than a replica is usually behind, and shorter than people notice. */
const waitMs = 150

/** How long one that is behind is left alone, and one that does not answer. */
const behindMs = 1_000
const awayMs = 5_000

/** A page that had begun was led to a replica that is behind. */
export class ReplicaBehindError extends Error {}

/**
 * A balancer may lead each connection to another replica, so each is asked on its own how far it is, and what was read from one
 * that is behind is never shown.
 */
export function createReplica(pools: Pools, log: Log): Replica {
  const reached = new WeakMap<PostgresPoolClient, bigint>()
  let restsUntil = 0
  let last: { position: string; sources: Sources } | null = null

  async function look(client: PostgresPoolClient) {
    const { rows } = await client.query<{ position: string | null }>(replayedQuery, [])
    reached.set(client, rows[0]!.position === null ? -1n : numberOf(rows[0]!.position))
  }
  const isThere = (client: PostgresPoolClient, wanted: bigint) => (reached.get(client) ?? -1n) >= wanted

  /** A connection to a replica that has reached the position. */
  async function connect(pool: PostgresPool, wanted: bigint) {
    const client = await pool.connect()
    try {
      const deadline = performance.now() + waitMs
      for (let pauseMs = 2; !isThere(client, wanted) && performance.now() < deadline; pauseMs *= 2) {
        await look(client)
        if (!isThere(client, wanted)) await sleep(pauseMs)
      }
      if (isThere(client, wanted)) return client
    } catch (error) {
      client.release(true)
      throw error
    }
    client.release()
    throw new ReplicaBehindError('The replica is behind')
  }

  function sourcesAsOf(position: string) {
    if (last?.position === position) return last.sources
    const wanted = numberOf(position)
    const asOf = (pool: PostgresPool) => dbOf({ ...pool, connect: () => connect(pool, wanted) })
    const sources = { db: asOf(pools.pages), searchDb: asOf(pools.searches) }
    last = { position, sources }
    return sources
  }

  async function isReady(position: string) {
    try {
      const client = await connect(pools.pages, numberOf(position))
      client.release()
      return true
    } catch (err) {
      if (err instanceof ReplicaBehindError) return false
      log.warn({ err }, 'the replica does not answer: pages are read from the leader')
      restsUntil = performance.now() + awayMs
      return false
    }
  }

  return {
    async asOf(position) {
      if (performance.now() < restsUntil) return null
      // One that hangs keeps nobody waiting.
      const isSoon = await Promise.race([isReady(position), sleep(waitMs, false)])
      if (isSoon) return sourcesAsOf(position)
      restsUntil = Math.max(restsUntil, performance.now() + behindMs)
      return null
    },
    async close() {
      await Promise.all([pools.pages.end(), pools.searches.end()])
    },
  }
}

/** Null of a server that follows none: it may be one that was the leader, and does not know yet that it is no more. */
const replayedQuery = 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position'

/** A position of PostgreSQL's log, such as 16/B374D848, as a number. */
function numberOf(position: string) {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
