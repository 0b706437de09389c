import { CompiledQuery, type Kysely, sql } from 'kysely'

import type { Db, Tables } from './db.server.ts'

/** What was seen then, and whether a change can be seen now that could not be seen then. Null is never. */
const lookSince = `
  select pg_current_snapshot()::text as snapshot,
    $1::pg_snapshot is null or exists (
      select from page_changes
      where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
    ) as "hasChanged"`

/** What was kept is made anew after this long: the net under the count of changes. */
export const keptMaxMs = 5 * 60_000

/** Longer than anyone waits between two looks and goes on believing the first. */
const forgetAfter = '1 hour'
const believedForMs = 60_000

/**
 * Counts the changes of what visitors see: as long as the number stays, what was rendered holds. It is exact, for every
 * process: whoever asks learns of all that was committed before. Many who ask at once share one look at the database.
 */
export function watchPageChanges(db: Kysely<Tables>) {
  let count = 0
  let snapshot: string | null = null
  let lookedAt = 0
  let running: Promise<number> | null = null
  let waiting: Promise<number> | null = null

  async function look() {
    if (performance.now() - lookedAt > believedForMs) snapshot = null
    const startedAt = performance.now()
    const { rows } = await db.executeQuery<{ snapshot: string; hasChanged: boolean }>(
      CompiledQuery.raw(lookSince, [snapshot]),
    )
    const [seen] = rows
    if (seen!.hasChanged) count += 1
    snapshot = seen!.snapshot
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
