import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { withPicture } from '#app/files/pictures/joined-picture.ts'
import { formatAge } from '#app/format/dates.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

import type { PostKind } from './post-rules.ts'

/** Novels load while scrolling, without Load More, and so in larger pages. */
const pageSizes: Record<PostKind, number> = { book: 12, novel: 48, note: 12, course: 12 }

interface PageOfPosts {
  kind: PostKind
  /** The id of the last post of the page before; null for the first page. */
  before: string | null
  max?: number
  /** Only the posts of this seller. */
  sellerId?: string
}

/** Newest first, without what is sold out. Pages are cut by id, so that no post appears twice while others are added. */
export async function listPosts(
  db: Db,
  viewer: Viewer | null,
  { kind, before, max = pageSizes[kind], sellerId }: PageOfPosts,
) {
  // The limit is a literal: with a parameter PostgreSQL would plan for a tenth of all posts.
  const { posts, sellerIds } = await readListed(
    db,
    sql`${selectListed(viewer)} where posts.kind = ${kind} and not posts.is_sold_out ${before ? sql`and posts.id < ${before}` : sql``}
      ${sellerId ? sql`and posts.seller_id = ${sellerId}` : sql``}
      order by posts.id desc limit ${sql.lit(max)}`,
  )
  // A full page may be the last one: then the next page is empty.
  return { posts, sellerIds, next: posts.length === max ? posts.at(-1)!.id : null }
}

/** The newest posts of each of these kinds, in one query: for the shelves of the home page. */
export async function listNewest(db: Db, viewer: Viewer | null, kinds: PostKind[], maxOfEach: number) {
  const { posts } = await readListed(
    db,
    sql`select newest.* from unnest(${kinds}::text[]) as asked (kind), lateral (
      ${selectListed(viewer)} where posts.kind = asked.kind and not posts.is_sold_out
      order by posts.id desc limit ${sql.lit(maxOfEach)}
    ) as newest`,
  )
  return kinds.map((kind) => posts.filter((post) => post.kind === kind))
}

/** The posts with these ids that still exist, in the order of the ids; also those that are sold out. */
export const findPosts = async (db: Db, viewer: Viewer | null, ids: string[]) =>
  (await findPostsAndSellers(db, viewer, ids)).posts

/** As above, and who sells them. */
export async function findPostsAndSellers(db: Db, viewer: Viewer | null, ids: string[]): Promise<PostsAndSellers> {
  return ids.length === 0 ? { posts: [], sellerIds: [] } : findPostsOf(db, viewer, sql`${ids}::uuid[]`)
}

/** The posts with the ids that a query finds, in one round trip, and who sells them. */
export const findPostsOf = (db: Db, viewer: Viewer | null, ids: RawBuilder<string[]>) =>
  readListed(
    db,
    sql`${selectListed(viewer)} join unnest(${ids}) with ordinality as asked (id, nth) on asked.id = posts.id
      order by asked.nth`,
  )

/** One post, with the columns that `more` selects besides those of lists, such as `sql`, posts.description``. */
export async function findPost<More = unknown>(db: Db, viewer: Viewer | null, id: string, more = sql``) {
  const { posts } = await readListed<More>(db, sql`${selectListed(viewer, more)} where posts.id = ${id}`)
  return posts[0]
}

/** What kind of post it is; undefined if there is none with this id. */
export async function findKind(db: Db, id: string) {
  const post = db.selectFrom('posts').select('kind').where('id', '=', id)
  return isId(id) ? (await post.executeTakeFirst())?.kind : undefined
}

interface PostsAndSellers {
  posts: ListedPost[]
  sellerIds: string[]
}

const copiesMax = 100

/** A post as lists and dialogs show it. */
export type ListedPost = Awaited<ReturnType<typeof readListed>>['posts'][number]

/**
 * To show one more thing on a card, select it here and add it to post-card.tsx. Raw SQL that names its columns as the
 * code does, as it runs for every list: building it with Kysely would take as long as PostgreSQL takes to run it.
 */
const selectListed = (viewer: Viewer | null, more = sql``) => sql`
  select posts.id, posts.kind, posts.name, posts.author_name as "authorName", posts.class_name as "className",
    posts.college_name as "collegeName", posts.stream, posts.category, posts.condition,
    posts.price_paise as "pricePaise", posts.selling_price_paise as "sellingPricePaise", posts.discount,
    posts.created_at as "createdAt", posts.seller_id as "sellerId", accounts.name as "sellerName",
    round(rating_sums.stars::numeric / rating_sums.ratings, 1)::float8 as rating, rating_sums.ratings,
    coalesce(posts.district, accounts.district) as district,
    posts.is_sold_out as "isSoldOut", (select stock.copies from stock where stock.post_id = posts.id) as "copiesLeft",
    same.copies, same.from_paise as "copiesFromPaise",
    files.key as "pictureKey", files.width as "pictureWidth", files.height as "pictureHeight",
    ${viewer ? sql`posts.seller_id = ${viewer.id}` : sql`false`} as "isOwn",
    ${viewer ? isSavedBy(viewer) : sql`false`} as "isSaved"
    ${more}
  from posts
  join accounts on accounts.id = posts.seller_id
  left join rating_sums on rating_sums.account_id = posts.seller_id and rating_sums.by = 'buyer'
  left join files on files.key = coalesce(posts.picture1, posts.cover_image)
  cross join lateral (
    select count(*)::int as copies, min(payable_paise) as from_paise
    from (
      select payable_paise from posts as copy
      where copy.same_book = posts.same_book and not copy.is_sold_out
      limit ${sql.lit(copiesMax)}
    ) as counted
  ) as same`

const isSavedBy = ({ id }: Viewer) =>
  sql`exists (select from saved_posts where saved_posts.account_id = ${id} and saved_posts.post_id = posts.id)`

/**
 * Without Kysely's plugin, which would rename the columns of every row. The ids of the sellers are for the server: it
 * knows by them when to render a page anew (`shownSellers`).
 */
async function readListed<More = unknown>(db: Db, query: RawBuilder<unknown>) {
  const { rows } = await query.$castTo<ListedRow & More>().execute(db.withoutPlugins())
  const now = new Date()
  const posts = rows.map((row) => {
    const { sellerId: _, ...listed } = withPicture(row)
    return { ...listed, age: formatAge(row.createdAt, now) }
  })
  return { posts, sellerIds: rows.map(({ sellerId }) => sellerId) }
}

interface ListedRow extends Pick<
  Selectable<Tables['posts']>,
  | 'id'
  | 'kind'
  | 'name'
  | 'authorName'
  | 'className'
  | 'collegeName'
  | 'stream'
  | 'category'
  | 'condition'
  | 'pricePaise'
  | 'sellingPricePaise'
  | 'discount'
  | 'createdAt'
  | 'isSoldOut'
> {
  sellerId: string
  sellerName: string
  /** The seller's average, and of how many ratings; null if there is none. */
  rating: number | null
  ratings: number | null
  /** Its own, or the seller's. */
  district: string | null
  pictureKey: string | null
  pictureWidth: number | null
  pictureHeight: number | null
  /** How many copies its seller has left; null if they are not counted. Lists of visitors may have an older number. */
  copiesLeft: number | null
  /** How many posts of the same book are for sale, up to 100 with this one; 0 for notes and courses. */
  copies: number
  copiesFromPaise: number | null
  /** Whether the viewer sells it. */
  isOwn: boolean
  /** Whether the viewer has saved it. */
  isSaved: boolean
}
