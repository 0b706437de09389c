import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { PostKind } from './post-rules.ts'

/** Novels have no Load More: they arrive as one scrolls, in larger helpings. */
const pageSizes: Record<PostKind, number> = { book: 12, novel: 48, note: 12, course: 12 }

interface Which {
  kind: PostKind
  before: string | null
  max?: number
}

/** Newest first. A page ends at an id, so that nothing appears twice, whatever is posted meanwhile. */
export async function listPosts(db: Db, { kind, before, max = pageSizes[kind] }: Which) {
  const rows = before ? await newestBefore(db, { kind, max, before }) : await newest(db, { kind, max })
  const posts = rows.map(toListed)
  // A full page may be the last one; the next, being empty, ends the list.
  return { posts, next: posts.length === max ? posts.at(-1)!.id : null }
}

const newest = builtOnce((db, { kind, max }: { kind: PostKind; max: number }) =>
  listedPosts(db).where('posts.kind', '=', kind).orderBy('posts.id', 'desc').limit(max),
)

const newestBefore = builtOnce((db, { kind, max, before }: { kind: PostKind; max: number; before: string }) =>
  listedPosts(db).where('posts.kind', '=', kind).where('posts.id', '<', before).orderBy('posts.id', 'desc').limit(max),
)

/** Those of these ids that are still there, in the order of the ids. */
export async function findListedPosts(db: Db, ids: string[]) {
  const rows = await listedPosts(db)
    .where((is) => is('posts.id', '=', is.fn.any(is.val(ids))))
    .execute()
  const posts = new Map(rows.map((row) => [row.id, toListed(row)]))
  return ids.flatMap((id) => posts.get(id) ?? [])
}

/** What a list shows of a post. */
function listedPosts(db: Db) {
  return db
    .selectFrom('posts')
    .leftJoin('students', 'students.id', 'posts.studentId')
    .leftJoin('stores', 'stores.id', 'posts.storeId')
    .leftJoin('files', (on) =>
      on.on((is) => is('files.key', '=', is.fn.coalesce('posts.picture1', 'posts.coverImage'))),
    )
    .select((is) => [
      'posts.id',
      'posts.kind',
      'posts.name',
      'posts.authorName',
      'posts.className',
      'posts.collegeName',
      'posts.stream',
      'posts.category',
      'posts.condition',
      'posts.pricePaise',
      'posts.sellingPricePaise',
      'posts.discount',
      'posts.createdAt',
      is.fn.coalesce('stores.name', 'students.name').$castTo<string>().as('sellerName'),
      'files.key as pictureKey',
      'files.width as pictureWidth',
      'files.height as pictureHeight',
    ])
}

type ListedRow = Awaited<ReturnType<typeof newest>>[number]

function toListed({ pictureKey, pictureWidth, pictureHeight, ...post }: ListedRow) {
  return {
    ...post,
    picture: pictureKey === null ? null : { key: pictureKey, width: pictureWidth!, height: pictureHeight! },
  }
}

export type ListedPost = ReturnType<typeof toListed>
