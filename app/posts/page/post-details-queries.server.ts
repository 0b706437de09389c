import { sql } from 'kysely'

import type { Viewer } from '#app/accounts/account-rules.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { storableText } from '#app/posts/search/search-rules.ts'
import { findPost, findPostsOf, type ListedPost } from '#app/posts/post-queries.server.ts'

const similarMax = 6
const copiesMax = 10

/** A post with everything that its page shows besides what lists show (ListedPost). */
export async function findPostDetails(db: Db, viewer: Viewer | null, id: string) {
  if (!isId(id)) return null
  const [post, details] = await Promise.all([findPost(db, viewer, id), findDetails(db, id)])
  return post && details ? { ...post, ...details } : null
}

export type PostDetails = NonNullable<Awaited<ReturnType<typeof findPostDetails>>>

async function findDetails(db: Db, id: string) {
  const row = await db
    .selectFrom('posts')
    .innerJoin('accounts', 'accounts.id', 'posts.sellerId')
    .leftJoin('stores', 'stores.accountId', 'accounts.id')
    .leftJoin('students', 'students.accountId', 'accounts.id')
    .select([
      'posts.description',
      'posts.publishYear',
      'posts.isbn',
      'accounts.id as sellerId',
      'accounts.kind as sellerKind',
      'accounts.createdAt as sellerSince',
      'stores.district as sellerDistrict',
      'students.collegeName as sellerCollege',
      filesOf(['picture1', 'picture2', 'picture3', 'coverImage']).as('pictures'),
      filesOf(['pdf1', 'pdf2']).as('pdfs'),
    ])
    .where('posts.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { pictures, pdfs, sellerId, sellerKind, sellerSince, sellerDistrict, sellerCollege, ...rest } = row
  return {
    ...rest,
    pictures: pictures.map(({ key, width, height }) => ({ key, width: width!, height: height! })),
    /** The number of pages of each PDF; null where it is not known. */
    pageCounts: pdfs.map(({ pages }) => pages),
    seller: { id: sellerId, kind: sellerKind, since: sellerSince, district: sellerDistrict, college: sellerCollege },
  }
}

interface FileRow {
  key: string
  width: number | null
  height: number | null
  pages: number | null
}

/** The files in these columns of a post, in their order. */
const filesOf = (columns: ('picture1' | 'picture2' | 'picture3' | 'coverImage' | 'pdf1' | 'pdf2')[]) => {
  const keys = sql.join(columns.map((column) => sql.ref(`posts.${column}`)))
  return sql<FileRow[]>`(
    select coalesce(json_agg(json_build_object('key', files.key, 'width', width, 'height', height, 'pages', page_count)
      order by nth), '[]')
    from unnest(array[${keys}]) with ordinality as named (key, nth) join files on files.key = named.key
  )`
}

/** Other posts of the same book, the cheapest first. */
export const findOtherCopies = (db: Db, viewer: Viewer | null, id: string) =>
  findPostsOf(
    db,
    viewer,
    sql`array(
      select copy.id from posts as this join posts as copy on copy.same_book = this.same_book
      where this.id = ${id} and copy.id <> ${id}
      order by copy.payable_paise, copy.id
      limit ${sql.lit(copiesMax)}
    )`,
  )

/** Posts with similar names. `db` is the pool for searches. */
export const findSimilarPosts = (db: Db, viewer: Viewer | null, { id, name, kind, stream }: ListedPost) =>
  findAlike(db, viewer, { words: name, stream, kind, exceptId: id })

/** For a post that is gone, whose name is known by its slug alone. */
export const findPostsLike = (db: Db, viewer: Viewer | null, slug: string) =>
  findAlike(db, viewer, { words: storableText(slug), stream: null, kind: null, exceptId: null })

interface Alike {
  words: string
  stream: string | null
  kind: string | null
  exceptId: string | null
}

const findAlike = (db: Db, viewer: Viewer | null, { words, stream, kind, exceptId }: Alike) =>
  findPostsOf(
    db,
    viewer,
    sql`similar_posts(search_words(${words}), ${stream}, ${kind}, ${exceptId}, ${sql.lit(similarMax)})`,
  )
