import { type RawBuilder, sql } from 'kysely'

import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { type ListedPost, packedFields, type PackedPost, unpackPost } from './packed-posts.ts'
import type { PostKind } from './post-rules.ts'

/** Novels have no Load More: they arrive as one scrolls, in larger helpings. */
const pageSizes: Record<PostKind, number> = { book: 12, novel: 48, note: 12, course: 12 }

export interface Which {
  kind: PostKind
  before: string | null
  max?: number
}

/** Newest first. A page ends at an id, so that nothing appears twice, whatever is posted meanwhile. */
export async function listPosts(db: Db, { kind, before, max = pageSizes[kind] }: Which) {
  const { newest, newestBefore } = statementsFor(max)
  const rows = before ? await newestBefore(db, { kind, before }) : await newest(db, { kind })
  // A full page may be the last one; the next, being empty, ends the list.
  return { posts: rows.map(({ packed }) => packed), next: rows.length === max ? rows.at(-1)!.id : null }
}

const statements = new Map<number, ReturnType<typeof buildStatements>>()

/** How many there are at most stands in the statement itself: it is planned once, by that. */
function statementsFor(max: number) {
  const built = statements.get(max) ?? buildStatements(max)
  statements.set(max, built)
  return built
}

function buildStatements(max: number) {
  const newestOf = (db: Db, kind: PostKind) =>
    packedPosts(db).where('posts.kind', '=', kind).orderBy('posts.id', 'desc').limit(sql.lit(max))
  return {
    newest: builtOnce((db, { kind }: { kind: PostKind }) => newestOf(db, kind)),
    newestBefore: builtOnce((db, { kind, before }: { kind: PostKind; before: string }) =>
      newestOf(db, kind).where('posts.id', '<', before),
    ),
  }
}

/** Those of these ids that are still there, in the order of the ids. */
export async function findPosts(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await those(db, { ids })
  const posts = new Map(rows.map(({ id, packed }) => [id, packed]))
  return ids.flatMap((id) => posts.get(id) ?? [])
}

export async function findPost(db: Db, id: string) {
  const [packed] = await findPosts(db, [id])
  return packed === undefined ? undefined : unpackPost(packed)
}

const those = builtOnce((db, { ids }: { ids: string[] }) =>
  packedPosts(db).where((is) => is('posts.id', '=', is.fn.any(is.val(ids)))),
)

const shown: Record<keyof ListedPost, RawBuilder<unknown>> = {
  id: sql.ref('posts.id'),
  kind: sql.ref('posts.kind'),
  name: sql.ref('posts.name'),
  authorName: sql.ref('posts.authorName'),
  className: sql.ref('posts.className'),
  collegeName: sql.ref('posts.collegeName'),
  stream: sql.ref('posts.stream'),
  category: sql.ref('posts.category'),
  condition: sql.ref('posts.condition'),
  pricePaise: sql.ref('posts.pricePaise'),
  sellingPricePaise: sql.ref('posts.sellingPricePaise'),
  discount: sql.ref('posts.discount'),
  createdAt: sql.ref('posts.createdAt'),
  sellerName: sql`coalesce(stores.name, students.name)`,
  picture: sql`
    case when files.key is not null
    then json_build_object('key', files.key, 'width', files.width, 'height', files.height) end`,
}

function packedPosts(db: Db) {
  return db
    .selectFrom('posts')
    .leftJoin('students', 'students.id', 'posts.studentId')
    .leftJoin('stores', 'stores.id', 'posts.storeId')
    .leftJoin('files', (on) =>
      on.on((is) => is('files.key', '=', is.fn.coalesce('posts.picture1', 'posts.coverImage'))),
    )
    .select('posts.id')
    .select(
      sql<PackedPost>`json_build_array(${sql.join(packedFields.map((field) => shown[field]))})::text`.as('packed'),
    )
}
