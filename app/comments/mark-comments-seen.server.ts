import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** After the seller has seen them. Writes only if somebody has commented since. */
export async function markCommentsSeen(db: Db, postId: string) {
  await sql`
    insert into seen_comments (post_id)
    select ${postId}
    where (select max(created_at) from comments where post_id = ${postId})
      > coalesce((select seen_at from seen_comments where post_id = ${postId}), '-infinity')
    on conflict (post_id) do update set seen_at = now()`.execute(db)
}
