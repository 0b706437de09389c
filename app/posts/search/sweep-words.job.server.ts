import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** Per run: the table's lock delays new posts by a fraction of a second. */
const maxPerRun = 10_000

/** Deletes words that no post contains any more; returns their number. */
export async function sweepWords(db: Db) {
  // Reads all posts, so it runs before the lock.
  const { rows } = await sql<{ word: string }>`
    select word from searchable_words
    except select substr(word, 2) from ts_stat('select words from searchable_posts') where word like '~%'
    limit ${maxPerRun}`.execute(db)
  if (rows.length === 0) return 0

  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', '2s', true), set_config('enable_seqscan', 'off', true)`.execute(
      transaction,
    )
    // Waits for transactions that are inserting such words; later ones find them missing and insert them again.
    await sql`lock table searchable_words in share row exclusive mode`.execute(transaction)
    const { numDeletedRows } = await transaction
      .deleteFrom('searchableWords')
      .where(
        'word',
        'in',
        rows.map(({ word }) => word),
      )
      .where(sql<boolean>`not exists (select from searchable_posts where words @@ quote_literal('~' || word)::tsquery)`)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}
