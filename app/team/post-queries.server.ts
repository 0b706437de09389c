import { type SqlBool, sql } from 'kysely'

import { type AuditActor, noteAudit } from '#app/audit/note-audit.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { storableText } from '#app/posts/search/search-rules.ts'
import type { PostSignal } from '#app/posts/signal-rules.ts'

import type { PostFilter } from './post-filters.ts'

const listedMax = 50

interface AskedPosts {
  filter: PostFilter
  /** An id, or a part of a name. */
  search: string
  /** The id of the last post of the page before. */
  before: string | null
}

const unsettled = sql<PostSignal[]>`array(
  select signal from post_signals where post_id = all_posts.id and settled_at is null order by signal
)`

const conditions: Record<PostFilter, ReturnType<typeof sql<SqlBool>>> = {
  signals: sql<SqlBool>`all_posts.id in (select post_id from post_signals where settled_at is null)`,
  held: sql<SqlBool>`hidden_because = 'held'`,
  hidden: sql<SqlBool>`hidden_because in ('team', 'suspended')`,
  newest: sql<SqlBool>`true`,
}

/** Newest first. */
export async function listPostsForTeam(db: Db, { filter, search, before }: AskedPosts) {
  const rows = await db
    .selectFrom('allPosts')
    .innerJoin('accounts', 'accounts.id', 'sellerId')
    .select(['allPosts.id', 'allPosts.kind', 'allPosts.name', 'payablePaise', 'hiddenBecause', 'allPosts.createdAt'])
    .select('accounts.name as seller')
    .select(unsettled.as('signals'))
    .where(search ? isFound(storableText(search)) : conditions[filter])
    .$if(isId(before), (query) => query.where('allPosts.id', '<', before!))
    .orderBy('allPosts.id', 'desc')
    .limit(listedMax + 1)
    .execute()
  const posts = rows.slice(0, listedMax)
  return { posts, next: rows.length > listedMax ? posts.at(-1)!.id : null }
}

/** By id, or by the words of the name in the search's own spelling. Hidden posts are found by their id alone. */
const isFound = (search: string) =>
  isId(search)
    ? sql<SqlBool>`all_posts.id = ${search}`
    : sql<SqlBool>`all_posts.id in (
        select post_id from searchable_posts
        where words @@ (select string_agg(quote_literal(word), ' & ')::tsquery from unnest(search_words(${search})) as word)
        limit 500
      )`

export const countPostsForTeam = async (db: Db) => {
  const { rows } = await sql<{ signals: number; held: number; hidden: number }>`
    select
      (select count(distinct post_id)::int from post_signals where settled_at is null) as signals,
      (select count(*)::int from all_posts where hidden_because = 'held' and hidden_at is not null) as held,
      (select count(*)::int from all_posts where hidden_because in ('team', 'suspended') and hidden_at is not null) as hidden
    `.execute(db)
  return rows[0]!
}

/** A post as the team sees it. That somebody looked is noted in the audit. */
export async function readPost(db: Db, by: AuditActor, id: string) {
  if (!isId(id)) return null
  const post = await db
    .selectFrom('allPosts')
    .innerJoin('accounts', 'accounts.id', 'sellerId')
    .select(['allPosts.id', 'allPosts.kind', 'allPosts.name', 'authorName', 'className', 'category', 'stream'])
    .select(['condition', 'description', 'payablePaise', 'hiddenBecause', 'sellerId', 'allPosts.createdAt'])
    .select(['accounts.name as seller', 'picture1', 'coverImage'])
    .select(unsettled.as('signals'))
    .select(sql<boolean>`coalesce(suspended_until > now(), false)`.as('isSuspended'))
    .where('allPosts.id', '=', id)
    .executeTakeFirst()
  if (!post) return null
  await noteAudit(db, { event: 'post read', by, accountId: post.sellerId, subject: `post ${id}` })
  return post
}

/** What the audit says of a post that the team changes. */
export async function findNamedPost(db: Db, id: string) {
  if (!isId(id)) return null
  const post = db.selectFrom('allPosts').select(['name', 'sellerId']).where('id', '=', id)
  return (await post.executeTakeFirst()) ?? null
}
