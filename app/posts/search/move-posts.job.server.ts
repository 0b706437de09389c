import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** Of a transaction, for which an order of one of these posts may have to wait. */
const batch = 100

/** Moves posts without a district of their own in the search, after their seller has changed the district; returns how many. */
export async function movePosts(db: Db) {
  let moved = 0
  for (;;) {
    const posts = await db.transaction().execute(moveBatch)
    if (posts === null) return moved
    moved += posts
  }
}

/** Null if nobody has moved. */
async function moveBatch(db: Db) {
  const seller = await db
    .selectFrom('movedSellers')
    .selectAll()
    .orderBy('sellerId')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!seller) return null
  const { sellerId, movedUpTo } = seller
  const posts = await db
    .selectFrom('allPosts')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('district', 'is', null)
    .$if(movedUpTo !== null, (later) => later.where('id', '>', movedUpTo))
    .orderBy('id')
    .limit(batch)
    .forNoKeyUpdate()
    .execute()
  const ids = posts.map(({ id }) => id)
  await sql`select reindex_posts(${ids}::uuid[])`.execute(db)
  await sql`
    insert into posts_to_match (post_id)
    select id from posts where id = any(${ids}::uuid[]) and not is_sold_out`.execute(db)
  await sql`
    insert into page_changes (topic) select distinct 'list:' || kind from posts where id = any(${ids}::uuid[])
    on conflict do nothing`.execute(db)
  if (ids.length === batch)
    await db
      .updateTable('movedSellers')
      .set({ movedUpTo: ids.at(-1)! })
      .where('sellerId', '=', sellerId)
      .execute()
  else await db.deleteFrom('movedSellers').where('sellerId', '=', sellerId).execute()
  return ids.length
}
