import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

const batch = 1_000

/** Indexes the posts anew after synonyms have changed, by which copies are known, too; returns how many. */
export async function renewIndex(db: Db) {
  let indexed = 0
  for (;;) {
    const { rows } = await sql<{ posts: number; nextId: string | null }>`
      with
        due as (
          select posts.id from posts, index_renewal where posts.id >= next_id order by posts.id limit ${batch}
        ),
        done as (update posts set name = name, same_book = null from due where posts.id = due.id returning posts.id),
        noted as (
          update index_renewal
          set next_id = (select id from posts where id > (select id from due order by id desc limit 1) order by id limit 1)
          where next_id is not null
          returning next_id
        )
      select (select count(*)::int from done) as posts, (select next_id from noted) as next_id`.execute(db)
    const { posts, nextId } = rows[0]!
    indexed += posts
    if (nextId === null) return indexed
  }
}

/** Whether some posts are still indexed by the synonyms of before. */
export async function isIndexRenewing(db: Db) {
  const { rows } = await sql`select from index_renewal where next_id is not null`.execute(db)
  return rows.length > 0
}
