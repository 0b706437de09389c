import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'
import { findPosts } from '#app/posts/post-queries.server.ts'

/** Of one request on the page. */
const shownMatches = 6

/** What the viewer asked for, the newest first, each with the posts that may be it. */
export async function listBookRequests(db: Db, viewer: Viewer, before: string | null) {
  const found = await db
    .selectFrom('bookRequests')
    .leftJoin('tickets', 'tickets.bookRequestId', 'bookRequests.id')
    .select(['bookRequests.id', 'bookName', 'className', 'stream', 'condition', 'closedAt', 'closedBecause'])
    .select(['bookRequests.createdAt', 'tickets.number as ticketNumber'])
    .where('bookRequests.accountId', '=', viewer.id)
    .$if(isId(before), (query) => query.where('bookRequests.id', '<', before!))
    .orderBy('bookRequests.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows, next } = pageOf(found)
  const matches = await findMatches(
    db,
    rows.map(({ id }) => id),
  )
  const posts = await findPosts(
    db,
    viewer,
    [...matches.values()].flatMap(({ postIds }) => postIds),
  )
  const requests = rows.map((row) => {
    const { postIds = [], count = 0 } = matches.get(row.id) ?? {}
    return { ...row, count, posts: posts.filter(({ id }) => postIds.includes(id)) }
  })
  return { requests, next }
}

export type ListedBookRequest = Awaited<ReturnType<typeof listBookRequests>>['requests'][number]

/** How many posts matched each request and are for sale, and the newest of them. */
async function findMatches(db: Db, requestIds: string[]) {
  const { rows } = await sql<{ requestId: string; postIds: string[]; count: number }>`
    select book_request_id as request_id, count(*)::int as count,
      (array_agg(post_id order by post_id desc))[:${sql.lit(shownMatches)}] as post_ids
    from wants join matches on want_id = wants.id join posts on posts.id = post_id
    where book_request_id = any(${requestIds}::uuid[]) and not is_sold_out
    group by book_request_id`.execute(db)
  return new Map(rows.map(({ requestId, ...match }) => [requestId, match]))
}
