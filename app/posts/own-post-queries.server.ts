import { sql } from 'kysely'

import type { Viewer } from '#app/accounts/account-rules.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'

import type { PostKind } from './post-rules.ts'

/** The column that makes a post a seller's own. */
export const ownerColumn = (seller: Viewer) => (seller.kind === 'student' ? 'posts.studentId' : 'posts.storeId')

interface Which {
  /** All kinds where it is null. */
  kind: PostKind | null
  before: string | null
}

/** A seller's own posts, newest first. */
export async function listOwnPosts(db: Db, seller: Viewer, { kind, before }: Which) {
  let query = db
    .selectFrom('posts')
    .leftJoin('files', (on) =>
      on.on((is) => is('files.key', '=', is.fn.coalesce('posts.picture1', 'posts.coverImage'))),
    )
    .select([
      'posts.id',
      'posts.kind',
      'posts.name',
      'posts.authorName',
      'posts.collegeName',
      'posts.className',
      'posts.category',
      'posts.pricePaise',
      'posts.sellingPricePaise',
      'posts.discount',
      'posts.pdf1',
      'posts.pdf2',
      'files.key as pictureKey',
      'files.width as pictureWidth',
      'files.height as pictureHeight',
    ])
    .where(ownerColumn(seller), '=', seller.id)
    .orderBy('posts.id', 'desc')
    .limit(pageSize + 1)
  if (kind) query = query.where('posts.kind', '=', kind)
  if (isId(before)) query = query.where('posts.id', '<', before)

  const { rows, next } = pageOf(await query.execute())
  const posts = rows.map(({ pdf1, pdf2, pictureKey, pictureWidth, pictureHeight, ...post }) => ({
    ...post,
    pdfs: [pdf1, pdf2].flatMap((key, n) => (key ? [n + 1] : [])),
    picture: pictureKey === null ? null : { key: pictureKey, width: pictureWidth!, height: pictureHeight! },
  }))
  return { posts, next }
}

export type OwnPost = Awaited<ReturnType<typeof listOwnPosts>>['posts'][number]

/** One of them as it is edited. Another's looks like one that does not exist. */
export async function findOwnPost(db: Db, seller: Viewer, id: string) {
  if (!isId(id)) return null
  const post = await db
    .selectFrom('posts')
    .select([
      'id',
      'kind',
      'name',
      'authorName',
      'collegeName',
      'className',
      'category',
      'stream',
      'condition',
      'description',
      'publishYear',
      'pricePaise',
      'sellingPricePaise',
      'discount',
      'pdf1',
      'pdf2',
    ])
    .where('id', '=', id)
    .where(ownerColumn(seller), '=', seller.id)
    .executeTakeFirst()
  return post ?? null
}

/** Those of these posts that the seller has. By the ids, however many posts the seller has. */
export async function ownIdsAmong(db: Db, seller: Viewer, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select posts.id from unnest(${ids}::uuid[]) as asked (id) join posts using (id)
    where ${sql.ref(ownerColumn(seller))} = ${seller.id}`.execute(db)
  return rows.map(({ id }) => id)
}
