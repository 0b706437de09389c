import { CompiledQuery, type Kysely, sql } from 'kysely'

import type { Db, Tables } from '#app/platform/db.server.ts'

/**
 * Returns the current snapshot, the topics of page-changing transactions that became visible since `$1` (null: unknown),
 * and an id of this server run. Snapshots compare only within one run: after a crash or failover PostgreSQL assigns
 * transaction ids again that it had not flushed or shipped. A new run has another postmaster start time, or after a
 * crash recovery under the same postmaster another reset time of the statistics. Promoting a standby starts no new run:
 * its ids continue. A replica that has reached the position of the log has everything that the snapshot shows: commits
 * are flushed before they are visible. Everything visible is below the snapshot's end: with both bounds PostgreSQL expects few rows, and
 * reads an index and not the table.
 */
const snapshotQuery = `
  select pg_current_snapshot()::text as snapshot,
    concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()) as "serverRun",
    case when $1::pg_snapshot is not null then array(
      select distinct topic from page_changes
      where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
        and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
    ) end as topics,
    case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end as position`

interface Seen {
  snapshot: string
  serverRun: string
  topics: string[] | null
  position: string | null
}

/** Maximum age of cached pages, as a safety net under change detection. */
export const pageMaxAgeMs = 5 * 60_000

/** Safe to delete: a process that has not polled for a minute assumes that everything changed. */
const deleteAfter = '1 hour'
const snapshotMaxAgeMs = 60_000

/** Beyond this, all topics count as changed, and the memory of single ones starts anew. */
const topicsMax = 10_000

export interface PageChanges {
  /** Grows with every change. */
  count: number
  /** Whether one of the topics changed after the count was `since`. */
  haveChanged: (topics: readonly string[], since: number) => boolean
  /** Of the database's log: a replica that has reached it shows all of this. Null: unknown. */
  position: string | null
}

/**
 * Returns a function that tells what changed: it sees every change committed before its call, by any process. Concurrent
 * calls share one query.
 */
export function watchPageChanges(db: Kysely<Tables>) {
  let count = 0
  let everythingChangedAt = 0
  const changedAt = new Map<string, number>()
  let snapshot: string | null = null
  let serverRun = ''
  let polledAt = 0
  let running: Promise<PageChanges> | null = null
  let waiting: Promise<PageChanges> | null = null

  const haveChanged: PageChanges['haveChanged'] = (topics, since) =>
    everythingChangedAt > since || topics.some((topic) => (changedAt.get(topic) ?? 0) > since)

  function note(topics: string[] | null) {
    if (topics?.length === 0) return
    count += 1
    for (const topic of topics ?? []) changedAt.set(topic, count)
    if (topics !== null && changedAt.size <= topicsMax) return
    changedAt.clear()
    everythingChangedAt = count
  }

  async function poll(): Promise<PageChanges> {
    if (performance.now() - polledAt > snapshotMaxAgeMs) snapshot = null
    const startedAt = performance.now()
    const before = snapshot
    snapshot = null // if the query fails, the server may have crashed: the next poll assumes a change
    const { rows } = await db.executeQuery<Seen>(CompiledQuery.raw(snapshotQuery, [before]))
    const seen = rows[0]!
    note(seen.serverRun === serverRun ? seen.topics : null)
    snapshot = seen.snapshot
    serverRun = seen.serverRun
    polledAt = startedAt
    return { count, haveChanged, position: seen.position }
  }

  /** A poll that is already running may have missed a change: the call gets the result of the next one. */
  return function pageChanges(): Promise<PageChanges> {
    waiting ??= (running ?? Promise.resolve()).then(begin, begin)
    return waiting
  }

  function begin() {
    running = poll().finally(() => {
      running = null
    })
    waiting = null
    return running
  }
}

export const deleteOldPageChanges = (db: Db) =>
  sql`delete from page_changes where at < now() - ${sql.lit(deleteAfter)}::interval`.execute(db)
