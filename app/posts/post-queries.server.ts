import { type Expression, sql } from 'kysely'

import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { countPosts, lastIdOf, type PackedPosts, unpackPosts } from './packed-posts.ts'
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
  const [row] = before ? await newestBefore(db, { kind, before }) : await newest(db, { kind })
  const { posts } = row!
  // A full page may be the last one; the next, being empty, ends the list.
  return { posts, next: countPosts(posts) === max ? lastIdOf(posts) : null }
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
    db.selectFrom('posts').select('listed').where('kind', '=', kind).orderBy('id', 'desc').limit(sql.lit(max))
  return {
    newest: builtOnce((db, { kind }: { kind: PostKind }) => db.selectNoFrom(packed(newestOf(db, kind)).as('posts'))),
    newestBefore: builtOnce((db, { kind, before }: { kind: PostKind; before: string }) =>
      db.selectNoFrom(packed(newestOf(db, kind).where('id', '<', before)).as('posts')),
    ),
  }
}

/** What a statement lists, in its order. */
const packed = (listed: Expression<{ listed: string }>) => sql<PackedPosts>`array_to_string(array${listed}, E'\n')`

/** Those of these ids that are still there, in the order of the ids. */
export const packedPosts = (ids: Expression<string[]>) =>
  packed(sql`(
  select listed from unnest(${ids}) with ordinality as asked (id, nth) join posts using (id) order by nth
)`)

export async function findPost(db: Db, id: string) {
  const row = await db.selectFrom('posts').select('listed').where('id', '=', id).executeTakeFirst()
  return row && unpackPosts(row.listed)[0]
}
