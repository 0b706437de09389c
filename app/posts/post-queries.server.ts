import { sql } from 'kysely'

import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { unpackPost } from './packed-posts.ts'
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
  return { posts: rows.map(({ listed }) => listed), next: rows.length === max ? rows.at(-1)!.id : null }
}

/** The id for what comes next, and all that a list shows. */
const shown = ['id', 'listed'] as const

const statements = new Map<number, ReturnType<typeof buildStatements>>()

/** How many there are at most stands in the statement itself: it is planned once, by that. */
function statementsFor(max: number) {
  const built = statements.get(max) ?? buildStatements(max)
  statements.set(max, built)
  return built
}

function buildStatements(max: number) {
  const newestOf = (db: Db, kind: PostKind) =>
    db.selectFrom('posts').select(shown).where('kind', '=', kind).orderBy('id', 'desc').limit(sql.lit(max))
  return {
    newest: builtOnce((db, { kind }: { kind: PostKind }) => newestOf(db, kind)),
    newestBefore: builtOnce((db, { kind, before }: { kind: PostKind; before: string }) =>
      newestOf(db, kind).where('id', '<', before),
    ),
  }
}

/** Those of these ids that are still there, in the order of the ids. */
export async function findPosts(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await those(db, { ids })
  const posts = new Map(rows.map(({ id, listed }) => [id, listed]))
  return ids.flatMap((id) => posts.get(id) ?? [])
}

export async function findPost(db: Db, id: string) {
  const [packed] = await findPosts(db, [id])
  return packed === undefined ? undefined : unpackPost(packed)
}

const those = builtOnce((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('posts')
    .select(shown)
    .where((is) => is('id', '=', is.fn.any(is.val(ids)))),
)
