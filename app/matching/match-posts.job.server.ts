import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'
import { noteMatchesOnTickets } from '#app/tickets/note-matches.server.ts'

import { findWants } from './find-wants.server.ts'
import { indexWants } from './index-wants.server.ts'
import { toldMax } from './matching-rules.ts'
import { findPostsToMatch, type PostToMatch } from './offered-posts.server.ts'
import { noteMatches, tellDue } from './tell-matches.server.ts'

/** Posts of one transaction. */
const batch = 20

/** Compares new and edited posts with what people want, and tells them; returns how many posts. */
export async function matchPosts(db: Db, synonyms: Synonyms) {
  const { toIndex, toMatch } = await findWork(db)
  if (toIndex) await indexWants(db, synonyms)
  let matched = 0
  while (toMatch) {
    const posts = await db.transaction().execute((transaction) => matchBatch(transaction, synonyms))
    matched += posts
    if (posts < batch) break
  }
  if ((await findWork(db)).toTell) await tellDue(db)
  return matched
}

/** Most runs find nothing to do: then nothing is locked or written. */
async function findWork(db: Db) {
  const { rows } = await sql<{ toIndex: boolean; toMatch: boolean; toTell: boolean }>`
    select
      exists (select from wants where is_open and words is null) as to_index,
      exists (select from posts_to_match) as to_match,
      exists (select from wants where due_at <= now()) as to_tell`.execute(db)
  return rows[0]!
}

async function matchBatch(db: Db, synonyms: Synonyms) {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
      set_config('jit', 'off', true)`.execute(db) // as searches have it: all steps are small
  const { rows } = await sql<{ postId: string }>`
    delete from posts_to_match
    where id in (select id from posts_to_match order by id limit ${batch} for update skip locked)
    returning post_id`.execute(db)
  const ids = [...new Set(rows.map(({ postId }) => postId))]
  for (const post of await findPostsToMatch(db, synonyms, ids)) await matchPost(db, synonyms, post)
  return rows.length
}

async function matchPost(db: Db, synonyms: Synonyms, post: PostToMatch) {
  const wants = await findWants(db, synonyms, post, { max: toldMax })
  if (wants.length === 0) return
  const told = await noteMatches(db, post.id, wants)
  const requests = told.flatMap(({ bookRequestId }) => bookRequestId ?? [])
  await noteMatchesOnTickets(db, requests, post.id)
}
