import { CompiledQuery, type Kysely, sql } from 'kysely'

import type { Db, Tables } from '#app/platform/db.server.ts'

/**
 * Returns the current snapshot, whether a page-changing transaction became visible since `$1` (null: yes), and an id of
 * this server run. Snapshots compare only within one run: after a crash or failover PostgreSQL assigns transaction ids
 * again that it had not flushed or shipped. A new run has another postmaster start time, or after a crash recovery
 * under the same postmaster another reset time of the statistics. Promoting a standby starts no new run: its ids
 * continue.
 */
const snapshotQuery = `
  select pg_current_snapshot()::text as snapshot,
    concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()) as "serverRun",
    $1::pg_snapshot is null or exists (
      select from page_changes
      where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
    ) as "hasChanged"`

/** Maximum age of cached pages, as a safety net under change detection. */
export const pageMaxAgeMs = 5 * 60_000

/** Safe to delete: a process that has not polled for a minute assumes a change. */
const deleteAfter = '1 hour'
const snapshotMaxAgeMs = 60_000

/**
 * Returns a change counter: while it stays the same, cached pages are valid. A call sees every change committed before
 * it, by any process. Concurrent calls share one query.
 */
export function watchPageChanges(db: Kysely<Tables>) {
  let count = 0
  let snapshot: string | null = null
  let serverRun = ''
  let polledAt = 0
  let running: Promise<number> | null = null
  let waiting: Promise<number> | null = null

  async function poll() {
    if (performance.now() - polledAt > snapshotMaxAgeMs) snapshot = null
    const startedAt = performance.now()
    const before = snapshot
    snapshot = null // if the query fails, the server may have crashed: the next poll assumes a change
    const { rows } = await db.executeQuery<{ snapshot: string; serverRun: string; hasChanged: boolean }>(
      CompiledQuery.raw(snapshotQuery, [before]),
    )
    const seen = rows[0]!
    if (seen.hasChanged || seen.serverRun !== serverRun) count += 1
    snapshot = seen.snapshot
    serverRun = seen.serverRun
    polledAt = startedAt
    return count
  }

  /** A poll that is already running may have missed a change: the call gets the result of the next one. */
  return function countChanges(): Promise<number> {
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
