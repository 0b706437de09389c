import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { regroupCopies } from './copies/group-copies.job.server.ts'
import type { Synonyms } from './search/synonyms.ts'

/** Of a transaction, for which an order of one of these posts may have to wait. */
const batch = 100

/** Indexes the posts anew after synonyms have changed, by which copies are known, too; returns how many. No page changes by it. */
export async function renewIndex(db: Db, synonyms: Synonyms) {
  let indexed = 0
  for (;;) {
    const posts = await db.transaction().execute((transaction) => renewBatch(transaction, synonyms))
    indexed += posts
    if (posts < batch) return indexed
  }
}

async function renewBatch(db: Db, synonyms: Synonyms) {
  // Who changes the synonyms meanwhile waits, and has all posts indexed from the first one again.
  const { rows: renewals } = await sql<{ nextId: string }>`
    select next_id from index_renewal where next_id is not null for update`.execute(db)
  if (!renewals[0]) return 0
  // Locked, so that none is edited while it is indexed as it was.
  const { rows } = await sql<{ id: string }>`
    select id from all_posts where id >= ${renewals[0].nextId} order by id limit ${batch} for no key update`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`select reindex_posts(${ids}::uuid[])`.execute(db)
  await regroupCopies(db, synonyms, ids)
  await sql`
    update index_renewal
    set next_id = (select id from all_posts where id > ${ids.at(-1) ?? null} order by id limit 1)`.execute(db)
  return ids.length
}
