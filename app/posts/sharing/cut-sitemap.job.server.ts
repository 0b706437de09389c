import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { allSitemapFiles } from './sitemap-queries.server.ts'

const postsPerFile = 10_000

/** Starts a new file of the sitemap wherever the last one has more than 10,000 posts. */
export async function cutSitemap(db: Db) {
  for (;;) {
    // The last post that fits, and the one that does not.
    const { rows } = await sql<{ id: string; number: number }>`
      select id, number
      from (select * from (${allSitemapFiles}) as all_files order by number desc limit 1) as file, lateral (
        select id, row_number() over (order by id) as nth from posts where id > after_id order by id limit ${sql.lit(postsPerFile + 1)}
      ) as post
      where nth >= ${postsPerFile} order by nth`.execute(db)
    const [last, next] = rows
    if (!last || !next) return
    await db
      .insertInto('sitemapFiles')
      .values({ number: last.number + 1, afterId: last.id })
      .onConflict((of) => of.doNothing())
      .execute()
  }
}
