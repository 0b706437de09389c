import { sql } from 'kysely'

import { noteInApp, sendNotices, tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { Want } from './find-wants.server.ts'
import { toldEveryHours } from './matching-rules.ts'

/**
 * The app shows every match of a request. Mail and push tell of the first one at once, and of those of the next 24 hours
 * together (`tellDue`). A search, which may match many posts, is told so in the app, too. Returns those that were told:
 * some may have been closed since they were found.
 */
export async function noteMatches(db: Db, postId: string, found: Want[]) {
  const started = await startTelling(db, found)
  const wants = found.filter(({ id }) => started.has(id))
  const isTold = new Set(wants.filter(({ id }) => started.get(id)).map(({ id }) => id))
  const requests = wants.filter(({ bookRequestId }) => bookRequestId !== null)
  const searches = wants.filter(({ id, savedSearchId }) => savedSearchId !== null && isTold.has(id))
  const ofRequests = await noteInApp(
    db,
    'request matched',
    requests.map(({ accountId, bookRequestId }) => ({ accountId, bookRequestId, postId })),
  )
  const ofSearches = await noteInApp(
    db,
    'search matched',
    searches.map(({ accountId, savedSearchId }) => ({ accountId, savedSearchId, postId })),
  )
  const noticeOf = new Map(requests.map(({ id }, n) => [id, ofRequests[n]!]))
  const matched = wants.map(({ id }) => ({ want_id: id, notice_id: noticeOf.get(id), is_told: isTold.has(id) }))
  await sql`
    with counted as (
      update want_keys set times_told = times_told + 1
      where want_id = any(${wants.map(({ id }) => id)}::uuid[]) and is_rarest
    )
    insert into matches (want_id, post_id, notice_id, is_told)
    select want_id, ${postId}::uuid, notice_id, is_told
    from jsonb_to_recordset(${JSON.stringify(matched)}::jsonb) as matched (want_id uuid, notice_id uuid, is_told boolean)
    on conflict do nothing`.execute(db)
  await sendNotices(
    db,
    'request matched',
    requests.filter(({ id }) => isTold.has(id)).map(({ id }) => noticeOf.get(id)!),
  )
  await sendNotices(db, 'search matched', ofSearches)
  return wants
}

/** Of those that are still open, whether they are told now. The others are due when a day has passed since they were told. */
async function startTelling(db: Db, wants: Want[]) {
  const isFree = sql`(due_at is null and coalesce(told_at <= now() - make_interval(hours => ${toldEveryHours}), true))`
  const { rows } = await sql<{ id: string; isTold: boolean }>`
    update wants set
      told_at = case when ${isFree} then now() else told_at end,
      due_at = case when ${isFree} then null else coalesce(due_at, told_at + make_interval(hours => ${toldEveryHours})) end
    where id = any(${wants.map(({ id }) => id)}::uuid[]) and is_open
    returning id, due_at is null as is_told`.execute(db)
  return new Map(rows.map(({ id, isTold }) => [id, isTold]))
}

/** Wants of one transaction. */
const batch = 100

/** Sends what is due: one mail and push for all matches of a request or search since they were last told. */
export async function tellDue(db: Db) {
  for (;;) {
    const told = await db.transaction().execute(tellBatch)
    if (told < batch) return
  }
}

interface Due {
  wantId: string
  accountId: string
  bookRequestId: string | null
  savedSearchId: string | null
  /** The first post that is still for sale, and how many there are. Null: none. */
  postId: string | null
  noticeId: string | null
  count: number
}

async function tellBatch(db: Db) {
  const { rows } = await sql<Due>`
    with due as (
      select id, account_id, book_request_id, saved_search_id from wants
      where due_at <= now() order by due_at limit ${batch} for update skip locked
    )
    select due.id as want_id, account_id, book_request_id, saved_search_id, post_id, notice_id, coalesce(count, 0)::int as count
    from due left join lateral (
      select post_id, notice_id, count(*) over () from matches join posts on posts.id = post_id
      where want_id = due.id and not is_told and not posts.is_sold_out
      order by matches.created_at, post_id
      limit 1
    ) as first on true`.execute(db)
  if (rows.length === 0) return 0

  const ids = rows.map(({ wantId }) => wantId)
  const isNew = new Set(rows.flatMap(({ wantId, postId }) => (postId === null ? [] : [wantId])))
  await sql`update matches set is_told = true where want_id = any(${ids}::uuid[]) and not is_told`.execute(db)
  await sql`
    update wants set due_at = null, told_at = case when id = any(${[...isNew]}::uuid[]) then now() else told_at end
    where id = any(${ids}::uuid[])`.execute(db)

  const ofRequests = rows.flatMap(({ noticeId, count }) =>
    noticeId === null ? [] : [{ id: noticeId, others: count - 1 }],
  )
  await sql`
    update notices set detail = others::text
    from jsonb_to_recordset(${JSON.stringify(ofRequests)}::jsonb) as one (id uuid, others integer)
    where notices.id = one.id and others > 0`.execute(db)
  await sendNotices(
    db,
    'request matched',
    ofRequests.map(({ id }) => id),
  )
  for (const { accountId, savedSearchId, postId, count } of rows)
    if (savedSearchId !== null && postId !== null)
      await tell(db, accountId, { event: 'search matched', savedSearchId, postId, detail: String(count - 1) })
  return rows.length
}
