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
    .execute()
  const ids = posts.map(({ id }) => id)
  // The triggers of an update write the search index, and put the posts among those that are compared with requests.
  if (ids.length > 0) await sql`update all_posts set district = null where id = any(${ids})`.execute(db)
  if (ids.length === batch)
    await db
      .updateTable('movedSellers')
      .set({ movedUpTo: ids.at(-1)! })
      .where('sellerId', '=', sellerId)
      .execute()
  else await db.deleteFrom('movedSellers').where('sellerId', '=', sellerId).execute()
  return ids.length
}
