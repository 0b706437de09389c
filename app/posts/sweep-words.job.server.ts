import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** In one run, while those who post wait: a fraction of a second. */
const sweptAtOnce = 10_000

/** Forgets words that no post has any more; says how many. */
export async function sweepWords(db: Db) {
  // All posts are read for it, so nobody waits yet.
  const { rows } = await sql<{ word: string }>`
    select word from searchable_words
    except select word from ts_stat('select words from searchable_posts')
    limit ${sweptAtOnce}`.execute(db)
  if (rows.length === 0) return 0

  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', '2s', true), set_config('enable_seqscan', 'off', true)`.execute(
      transaction,
    )
    // Whoever was just posting such a word has done so by now; whoever comes next finds it gone and adds it.
    await sql`lock table searchable_words in share row exclusive mode`.execute(transaction)
    const { numDeletedRows } = await transaction
      .deleteFrom('searchableWords')
      .where(
        'word',
        'in',
        rows.map(({ word }) => word),
      )
      .where(sql<boolean>`not exists (select from searchable_posts where words @@ quote_literal(word)::tsquery)`)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}
