import { type Selectable, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { storableText } from '#app/posts/search/search-rules.ts'
import { findPost, findPostsOf, type ListedPost } from '#app/posts/post-queries.server.ts'

const similarMax = 6
const copiesMax = 10

/** A post with everything that its page shows besides what lists show (ListedPost), in one query. */
export async function findPostDetails(db: Db, viewer: Viewer | null, id: string) {
  if (!isId(id)) return null
  const row = await findPost<DetailsRow>(db, viewer, id, details)
  if (!row) return null
  const { pictures, pdfs, soldBy, sellerKind, sellerSince, sellerDistrict, sellerCollege, ...post } = row
  return {
    ...post,
    pictures: pictures.map(({ key, width, height }) => ({ key, width: width!, height: height! })),
    /** The number of pages of each PDF; null where it is not known. */
    pageCounts: pdfs.map(({ pages }) => pages),
    seller: {
      id: soldBy,
      kind: sellerKind,
      since: sellerSince,
      district: sellerDistrict,
      college: sellerCollege,
    },
  }
}

export type PostDetails = NonNullable<Awaited<ReturnType<typeof findPostDetails>>>

interface DetailsRow extends Pick<Selectable<Tables['posts']>, 'description' | 'publishYear' | 'isbn'> {
  soldBy: string
  sellerKind: Viewer['kind']
  sellerSince: Date
  sellerDistrict: string | null
  sellerCollege: string | null
  pictures: FileRow[]
  pdfs: FileRow[]
  hasComments: boolean
}

interface FileRow {
  key: string
  width: number | null
  height: number | null
  pages: number | null
}

/** The files in these columns of a post, in their order. */
const filesOf = (...columns: ('picture1' | 'picture2' | 'picture3' | 'cover_image' | 'pdf1' | 'pdf2')[]) => {
  const keys = sql.join(columns.map((column) => sql.ref(`posts.${column}`)))
  return sql`(
    select coalesce(json_agg(json_build_object('key', files.key, 'width', width, 'height', height, 'pages', page_count)
      order by nth), '[]')
    from unnest(array[${keys}]) with ordinality as named (key, nth) join files on files.key = named.key
  )`
}

const details = sql`,
  posts.description, posts.publish_year as "publishYear", posts.isbn,
  accounts.id as "soldBy", accounts.kind as "sellerKind", accounts.created_at as "sellerSince",
  (select district from stores where account_id = accounts.id) as "sellerDistrict",
  (select college_name from students where account_id = accounts.id) as "sellerCollege",
  ${filesOf('picture1', 'picture2', 'picture3', 'cover_image')} as pictures,
  ${filesOf('pdf1', 'pdf2')} as pdfs,
  exists (select from comments where post_id = posts.id) as "hasComments"`

/** Other posts of the same book that are for sale, the cheapest first, and who sells them. */
export const findOtherCopies = (db: Db, viewer: Viewer | null, id: string) =>
  findPostsOf(
    db,
    viewer,
    sql`array(
      select copy.id from posts as this join posts as copy on copy.same_book = this.same_book
      where this.id = ${id} and copy.id <> ${id} and not copy.is_sold_out
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

async function findAlike(db: Db, viewer: Viewer | null, { words, stream, kind, exceptId }: Alike) {
  const { posts } = await findPostsOf(
    db,
    viewer,
    sql`similar_posts(search_words(${words}), ${stream}, ${kind}, ${exceptId}, ${sql.lit(similarMax)})`,
  )
  return posts
}
