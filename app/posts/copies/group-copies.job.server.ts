import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import type { Synonyms } from '../search/synonyms.ts'
import { bookKey, type DescribedBook } from './book-key.ts'

/** Of a transaction, for which an order of one of these posts may have to wait. */
const batch = 100

/** Says of which book new and edited posts are copies; returns of how many. */
export async function groupCopies(db: Db, synonyms: Synonyms) {
  let grouped = 0
  for (;;) {
    const posts = await db.transaction().execute((transaction) => groupBatch(transaction, synonyms))
    grouped += posts
    if (posts < batch) return grouped
  }
}

const groupBatch = (db: Db, synonyms: Synonyms) => group(db, synonyms, sql`same_book is null`)

/** Says of which book each of these is a copy by the synonyms of now. At most a batch of them; the caller has them locked. */
export const regroupCopies = (db: Db, synonyms: Synonyms, ids: string[]) =>
  group(db, synonyms, sql`id = any(${ids}::uuid[])`)

async function group(db: Db, synonyms: Synonyms, which: RawBuilder<unknown>) {
  const { rows } = await sql<DescribedBook & { id: string }>`
    select id, isbn, search_words(name) as name, search_words(coalesce(author_name, '')) as author,
      search_words(coalesce(class_name, '')) as class_name
    from all_posts
    where ${which} and kind in ('book', 'novel')
    order by id
    limit ${batch}
    for no key update skip locked`.execute(db)
  if (rows.length === 0) return 0
  const keys = rows.map((book) => bookKey(book, synonyms) ?? book.id) // who says nothing has no copies
  await sql`
    update all_posts set same_book = hashtextextended(grouped.key, 0)
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${keys}::text[]) as grouped (id, key)
    where all_posts.id = grouped.id and same_book is distinct from hashtextextended(grouped.key, 0)`.execute(db)
  return rows.length
}
