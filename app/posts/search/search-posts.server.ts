import { type Kysely, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { findPostsAndSellers } from '#app/posts/post-queries.server.ts'

import { findNearWords } from './near-words.server.ts'
import { findMoreOrGiveUp } from './search-db.server.ts'
import { type PostSearch, searchResultsMax, storableText } from './search-rules.ts'

/** One more than is shown, to know whether there are more. */
const fetchedMax = searchResultsMax + 1

/** With this many exact results the search has no typing mistakes: similar words are not looked up. */
const enoughExact = 12

/**
 * Searches posts of every kind. First those whose name starts with the search; then those with all its words in name and
 * author, the last as a prefix; then those with similar words. Newest first in each group.
 */
export async function searchPosts(db: Kysely<Tables>, viewer: Viewer | null, search: PostSearch) {
  const ids = await findIds(db, { name: storableText(search.name), stream: storableText(search.stream) })
  const found = await findPostsAndSellers(db, viewer, ids.slice(0, searchResultsMax))
  return { ...found, isCut: ids.length >= fetchedMax }
}

async function findIds(db: Kysely<Tables>, { name, stream }: PostSearch) {
  if (name === '') return findInStream(db, stream)
  const { ids, words, ...typed } = await findAsTyped(db, { name, stream })
  if (ids.length >= enoughExact) return ids
  const more = await findMoreOrGiveUp(db, async (on) => {
    const asked = withNearWords(words, await findNearWords(on, words))
    return asked ? findNearlyTyped(on, { asked, ...typed, stream }) : []
  })
  return [...ids, ...(more ?? [])]
}

async function findInStream(db: Db, stream: string) {
  const { rows } = await sql<{ id: string }>`
    select post_id as id from searchable_posts where stream = ${stream} order by post_id desc limit ${sql.lit(fetchedMax)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

interface Typed {
  ids: string[]
  words: string[]
  /** The normalised name. */
  beginning: string
  /** The full-text query that found the ids. */
  foundBy: string
}

async function findAsTyped(db: Db, { name, stream }: PostSearch) {
  const { rows } = await sql<Typed>`
    select ids, words, beginning, found_by::text from posts_as_typed(${name}, ${stream}, ${fetchedMax})`.execute(db)
  return rows[0]!
}

interface NearlyTyped {
  /** For each word the alternatives, including itself. */
  asked: string[][]
  foundBy: string
  beginning: string
  stream: string
}

async function findNearlyTyped(db: Db, { asked, foundBy, beginning, stream }: NearlyTyped) {
  const { rows } = await sql<{ ids: string[] }>`
    select ids
    from posts_nearly_typed(${JSON.stringify(asked)}::jsonb, ${foundBy}::tsquery, ${beginning}, ${stream}, ${fetchedMax})`.execute(
    db,
  )
  return rows[0]!.ids
}

/** Each word with those that may have been meant by it; null if there are none. */
function withNearWords(words: string[], near: Map<string, string[]>) {
  if ([...near.values()].every(({ length }) => length === 0)) return null
  return words.map((word) => [word, ...(near.get(word) ?? [])])
}
