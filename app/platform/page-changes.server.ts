import { CompiledQuery, type Kysely, sql } from 'kysely'

import type { Db, Tables } from './db.server.ts'

/**
 * Returns the current snapshot, whether a page-changing transaction became visible since `$1` (null: yes), and a name for
 * this life of the server. Snapshots compare only within one life: a crash or a failover gives out transaction ids again
 * that the life before used and never flushed or shipped. A new life has another postmaster (restart, failover) or comes
 * from a crash recovery under the same one, which resets the statistics. The promotion of a standby is no new life: it
 * goes on from the ids that it has replayed.
 */
const lookSince = `
  select pg_current_snapshot()::text as snapshot,
    concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()) as "serverLife",
    $1::pg_snapshot is null or exists (
      select from page_changes
      where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
    ) as "hasChanged"`

/** What was kept is made anew after this long: the net under the count of changes. */
export const keptMaxMs = 5 * 60_000

/** Safe to delete: a process that has not looked for a minute assumes a change. */
const forgetAfter = '1 hour'
const believedForMs = 60_000

/**
 * Counts the changes of what visitors see: as long as the number stays, what was rendered holds. It is exact, for every
 * process: whoever asks learns of all that was committed before. Many who ask at once share one look at the database.
 */
export function watchPageChanges(db: Kysely<Tables>) {
  let count = 0
  let snapshot: string | null = null
  let serverLife = ''
  let lookedAt = 0
  let running: Promise<number> | null = null
  let waiting: Promise<number> | null = null

  async function look() {
    if (performance.now() - lookedAt > believedForMs) snapshot = null
    const startedAt = performance.now()
    const before = snapshot
    snapshot = null // a look that fails may have lost its connection to a crash: the next one assumes a change
    const { rows } = await db.executeQuery<{ snapshot: string; serverLife: string; hasChanged: boolean }>(
      CompiledQuery.raw(lookSince, [before]),
    )
    const seen = rows[0]!
    if (seen.hasChanged || seen.serverLife !== serverLife) count += 1
    snapshot = seen.snapshot
    serverLife = seen.serverLife
    lookedAt = startedAt
    return count
  }

  /** A look that began before the question was asked may have missed something: the next one answers it. */
  return function countChanges(): Promise<number> {
    waiting ??= (running ?? Promise.resolve()).then(begin, begin)
    return waiting
  }

  function begin() {
    running = look().finally(() => {
      running = null
    })
    waiting = null
    return running
  }
}

export const forgetOldPageChanges = (db: Db) =>
  sql`delete from page_changes where at < now() - ${sql.lit(forgetAfter)}::interval`.execute(db)
