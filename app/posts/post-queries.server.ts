import { sql } from 'kysely'

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
  const { newest, newestBefore } = statementsFor(max)
  const rows = before ? await newestBefore(db, { kind, before }) : await newest(db, { kind })
  const posts = rows.map(toListed)
  // A full page may be the last one; the next, being empty, ends the list.
  return { posts, next: posts.length === max ? posts.at(-1)!.id : null }
}

type Statements = ReturnType<typeof buildStatements>
const statements = new Map<number, Statements>()

/** How many there are at most stands in the statement itself: it is planned once, by that. */
function statementsFor(max: number) {
  const built = statements.get(max) ?? buildStatements(max)
  statements.set(max, built)
  return built
}

function buildStatements(max: number) {
  const newestOf = (db: Db, kind: PostKind) =>
    listedPosts(db).where('posts.kind', '=', kind).orderBy('posts.id', 'desc').limit(sql.lit(max))
  return {
    newest: builtOnce((db, { kind }: { kind: PostKind }) => newestOf(db, kind)),
    newestBefore: builtOnce((db, { kind, before }: { kind: PostKind; before: string }) =>
      newestOf(db, kind).where('posts.id', '<', before),
    ),
  }
}

/** Those of these ids that are still there, in the order of the ids. */
export async function findListedPosts(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await those(db, { ids })
  const posts = new Map(rows.map((row) => [row.id, toListed(row)]))
  return ids.flatMap((id) => posts.get(id) ?? [])
}

const those = builtOnce((db, { ids }: { ids: string[] }) =>
  listedPosts(db).where((is) => is('posts.id', '=', is.fn.any(is.val(ids)))),
)

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

type ListedRow = Awaited<ReturnType<Statements['newest']>>[number]

function toListed({ pictureKey, pictureWidth, pictureHeight, ...post }: ListedRow) {
  return {
    ...post,
    picture: pictureKey === null ? null : { key: pictureKey, width: pictureWidth!, height: pictureHeight! },
  }
}

export type ListedPost = ReturnType<typeof toListed>
