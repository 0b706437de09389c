import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

export type ViewCounter = ReturnType<typeof createViewCounter>

/** Counts views of posts in memory until `store`, so that a view of a cached page costs no write. */
export function createViewCounter(db: Db) {
  let counted = new Map<string, number>()
  return {
    count(postId: string) {
      counted.set(postId, (counted.get(postId) ?? 0) + 1)
    },

    /** Adds all views counted since the last call, in one statement. Those of deleted posts are dropped. */
    async store() {
      if (counted.size === 0) return
      const [ids, views] = [[...counted.keys()], [...counted.values()]]
      counted = new Map()
      // Ordered, so that two processes with the same posts cannot deadlock.
      await sql`
        insert into post_views (post_id, views)
        select posts.id, seen.views
        from unnest(${ids}::uuid[], ${views}::bigint[]) as seen (id, views) join posts on posts.id = seen.id
        order by posts.id
        on conflict (post_id) do update set views = post_views.views + excluded.views`.execute(db)
    },

    /** How often others have opened the post's page, up to the last `store` of other processes. */
    async find(postId: string) {
      const row = await db.selectFrom('postViews').select('views').where('postId', '=', postId).executeTakeFirst()
      return Number(row?.views ?? 0) + (counted.get(postId) ?? 0)
    },
  }
}
