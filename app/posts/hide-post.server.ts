import { sql } from 'kysely'

import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** By the team: it is gone from every place at once. Its seller is told why. False if there is no such post to hide. */
export async function hidePost(db: Db, id: string, reason: string) {
  const post = await db
    .updateTable('allPosts')
    .set({ hiddenAt: sql<Date>`coalesce(hidden_at, now())`, hiddenBecause: 'team' })
    .where('id', '=', id)
    .where((is) => is.or([is('hiddenBecause', 'is', null), is('hiddenBecause', '<>', 'team')]))
    .returning(['sellerId', 'name'])
    .executeTakeFirst()
  if (!post) return null
  await forgetUntold(db, id)
  await tell(db, post.sellerId, { event: 'post hidden', postId: id, detail: reason })
  return post
}

/** Its seller is told, unless it was only held back. */
export async function showPost(db: Db, id: string) {
  const post = await db
    .updateTable('allPosts')
    .set({ hiddenAt: null, hiddenBecause: null })
    .where('id', '=', id)
    .where('hiddenBecause', 'in', ['team', 'held'])
    .returning(['sellerId', 'name'])
    .executeTakeFirst()
  if (post) await tell(db, post.sellerId, { event: 'post shown', postId: id })
  return post ?? null
}

/** With their seller, who is suspended. */
export async function hidePostsOf(db: Db, sellerId: string) {
  await db
    .updateTable('allPosts')
    .set({ hiddenAt: sql<Date>`now()`, hiddenBecause: 'suspended' })
    .where('sellerId', '=', sellerId)
    .where('hiddenAt', 'is', null)
    .execute()
}

export async function showPostsOf(db: Db, sellerId: string) {
  await db
    .updateTable('allPosts')
    .set({ hiddenAt: null, hiddenBecause: null })
    .where('sellerId', '=', sellerId)
    .where('hiddenBecause', '=', 'suspended')
    .execute()
}

/** What was to be told of the post, and of the comments on it, is not sent any more. */
async function forgetUntold(db: Db, postId: string) {
  await sql`delete from notices where post_id = ${postId}
    or comment_id in (select id from all_comments where post_id = ${postId})`.execute(db)
}
