import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { withPicture } from '#app/files/pictures/joined-picture.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'
import type { PostKind } from '#app/posts/post-rules.ts'

interface OwnPostsPage {
  /** Null: all kinds. */
  kind: PostKind | null
  before: string | null
}

const newCommentsMax = 100

/** How many comments others wrote since the seller last saw them. */
const newComments = sql<number>`(
  select count(*)::int from (
    select from comments
    where comments.post_id = posts.id and comments.author_id <> posts.seller_id
      and comments.created_at > coalesce((select seen_at from seen_comments where seen_comments.post_id = posts.id), '-infinity')
    limit ${sql.lit(newCommentsMax)}
  ) as unseen
)`

/** A seller's own posts, newest first. */
export async function listOwnPosts(db: Db, seller: Viewer, { kind, before }: OwnPostsPage) {
  let query = db
    .selectFrom('allPosts as posts')
    .leftJoin('files', (on) =>
      on.on((is) => is('files.key', '=', is.fn.coalesce('posts.picture1', 'posts.coverImage'))),
    )
    .leftJoin('stock', 'stock.postId', 'posts.id')
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
      'posts.isSoldOut',
      'posts.hiddenBecause',
      'stock.copies as copiesLeft',
      newComments.as('newComments'),
    ])
    .where('posts.sellerId', '=', seller.id)
    .orderBy('posts.id', 'desc')
    .limit(pageSize + 1)
  if (kind) query = query.where('posts.kind', '=', kind)
  if (isId(before)) query = query.where('posts.id', '<', before)

  const { rows, next } = pageOf(await query.execute())
  const posts = rows.map(({ pdf1, pdf2, ...post }) => ({
    ...withPicture(post),
    pdfs: [pdf1, pdf2].flatMap((key, n) => (key ? [n + 1] : [])),
  }))
  return { posts, next }
}

export type OwnPost = Awaited<ReturnType<typeof listOwnPosts>>['posts'][number]

/** A post of the seller, with all that can be edited; null if it does not exist or is another seller's. */
export async function findOwnPost(db: Db, seller: Viewer, id: string) {
  if (!isId(id)) return null
  const post = await db
    .selectFrom('allPosts as posts')
    .innerJoin('accounts', 'accounts.id', 'posts.sellerId')
    .leftJoin('stock', 'stock.postId', 'posts.id')
    .select([
      'posts.id',
      'posts.kind',
      'posts.name',
      'posts.authorName',
      'posts.collegeName',
      'posts.className',
      'posts.category',
      'posts.stream',
      'posts.condition',
      'posts.description',
      'posts.publishYear',
      'posts.isbn',
      'posts.district',
      'accounts.district as sellerDistrict',
      'posts.pricePaise',
      'posts.sellingPricePaise',
      'posts.discount',
      'stock.copies',
      'posts.picture1',
      'posts.picture2',
      'posts.picture3',
      'posts.coverImage',
      'posts.pdf1',
      'posts.pdf2',
      sql<string[]>`array(
        select key from files where key in (picture1, picture2, picture3, cover_image)
      )`.as('storedPictures'),
    ])
    .where('posts.id', '=', id)
    .where('posts.sellerId', '=', seller.id)
    .executeTakeFirst()
  return post ?? null
}

export type EditablePost = NonNullable<Awaited<ReturnType<typeof findOwnPost>>>

/** What is shown of a post after its upload; null if the seller has no such post. */
export async function findUploaded(db: Db, seller: Viewer, id: string) {
  if (!isId(id)) return null
  const post = await db
    .selectFrom('allPosts as posts')
    .select(['id', 'kind', 'name', 'pricePaise', 'sellingPricePaise', 'discount'])
    .where('id', '=', id)
    .where('sellerId', '=', seller.id)
    .executeTakeFirst()
  return post ?? null
}
