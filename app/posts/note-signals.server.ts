import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { hasPhoneOrLink, manyPosts, type PostSignal } from './signal-rules.ts'

const filesOfPost = sql`post.picture1, post.picture2, post.picture3, post.cover_image, post.pdf1, post.pdf2`

/** Notes what about a post may interest the team. Belongs into the transaction that stores the post, after its files. */
export async function noteSignals(db: Db, postId: string) {
  await sql`update files set owner_id = seller_id from all_posts as post
    where post.id = ${postId} and owner_id is null and files.key in (${filesOfPost})`.execute(db)
  const { rows } = await sql<{
    texts: string
    seller: 'student' | 'store'
    recent: number
    sameKinds: ('picture' | 'pdf')[]
  }>`
    select
      concat_ws(' ', post.name, author_name, college_name, class_name, category, description) as texts,
      accounts.kind as seller,
      (
        select count(*)::int from all_posts as other
        where other.seller_id = post.seller_id and other.id > uuidv7(interval '-1 hour')
      ) as recent,
      array(
        select distinct own.kind from files as own join files as same on same.content_sha256 = own.content_sha256
        where own.key in (${filesOfPost}) and same.owner_id <> post.seller_id
      ) as same_kinds
    from all_posts as post join accounts on accounts.id = seller_id where post.id = ${postId}`.execute(db)
  const [post] = rows
  if (!post) return
  const signals: PostSignal[] = [
    ...(post.sameKinds.includes('picture') ? (['same picture'] as const) : []),
    ...(post.sameKinds.includes('pdf') ? (['same PDF'] as const) : []),
    ...(hasPhoneOrLink(post.texts) ? (['phone or link'] as const) : []),
    ...(post.recent > manyPosts[post.seller] ? (['many posts'] as const) : []),
  ]
  if (signals.length === 0) return
  await db
    .insertInto('postSignals')
    .values(signals.map((signal) => ({ postId, signal, settledAt: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
