import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'

const [lowestId, highestId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** The first file has no row in the table. */
export const allSitemapFiles = sql`
  select 1 as number, ${sql.lit(lowestId)}::uuid as after_id union all select number, after_id from sitemap_files`

/** Each file with the ids that bound it. */
const boundedFiles = sql`
  select number, after_id, coalesce(lead(after_id) over (order by after_id), ${sql.lit(highestId)}) as up_to_id
  from (${allSitemapFiles}) as all_files`

/** The files that have posts, each with the time of its newest one. Finds each by the primary key of posts. */
export async function listSitemapFiles(db: Db) {
  const { rows } = await sql<{ number: number; newestAt: Date }>`
    select files.number, newest.created_at as newest_at
    from (${boundedFiles}) as files, lateral (
      select created_at from posts where id > after_id and id <= up_to_id order by id desc limit 1
    ) as newest
    order by files.number`.execute(db)
  return rows
}

export async function findSitemapFile(db: Db, number: number) {
  const { rows } = await sql<{ afterId: string; upToId: string }>`
    select after_id, up_to_id from (${boundedFiles}) as files where number = ${number}`.execute(db)
  return rows[0] ?? null
}

export interface SitemapPost {
  id: string
  kind: PostKind
  name: string
  createdAt: Date
}

/** The posts of a file by id, from after `afterId` on. */
export async function listSitemapPosts(db: Db, { afterId, upToId }: { afterId: string; upToId: string }, max: number) {
  const { rows } = await sql<SitemapPost>`
    select id, kind, name, created_at from posts
    where id > ${afterId} and id <= ${upToId} order by id limit ${sql.lit(max)}`.execute(db)
  return rows
}
