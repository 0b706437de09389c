import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { countSlips, slipsAllowed } from './near-words.ts'
import { findPosts } from './post-queries.server.ts'
import { type PostSearch, searchNameMax, searchResultsMax } from './search-rules.ts'

/** One more than is shown tells that there are more. */
const enough = searchResultsMax + 1

/** Whoever finds a page of what was typed did not mistype it: near misses would be noise. */
const typedWell = 12

/**
 * Posts of every kind. First those whose name begins as the search does; then those with all its words in name and
 * author, the last of which may be a beginning; then those with words that are nearly the same. Newest first in each.
 */
export async function searchPosts({ db, searchDb }: { db: Db; searchDb: Db }, search: PostSearch) {
  const ids = await findIds(searchDb, { name: clean(search.name), stream: clean(search.stream) })
  const posts = await findPosts(db, ids.slice(0, searchResultsMax))
  return { posts, isCut: ids.length >= enough }
}

/** What is longer than any name is cut; what PostgreSQL cannot hold as text is left out. */
const clean = (text: string) => text.slice(0, searchNameMax).toWellFormed().replaceAll('\0', ' ').trim()

async function findIds(db: Db, { name, stream }: PostSearch) {
  if (name === '') return findInStream(db, stream)
  const { ids, words, letters, beginning, foundBy } = await findTyped(db, { name, stream })
  if (ids.length >= typedWell) return ids

  const near = await findNearWords(
    db,
    words.map((word, n) => ({ word, letters: letters[n]! })),
  )
  if (!near) return ids
  const { rows } = await sql<{ ids: string[] }>`
    select ids from posts_nearly_typed(
      ${JSON.stringify(near)}::jsonb, ${foundBy}::tsquery, ${beginning}, ${stream}, ${enough}
    )`.execute(db)
  return [...ids, ...rows[0]!.ids]
}

async function findInStream(db: Db, stream: string) {
  const rows = await db
    .selectFrom('searchablePosts')
    .select('postId')
    .where('stream', '=', stream)
    .orderBy('postId', 'desc')
    .limit(enough)
    .execute()
  return rows.map(({ postId }) => postId)
}

interface Typed {
  ids: string[]
  words: string[]
  /** Their rough sounds, by which they are compared with others. */
  letters: string[]
  /** The name as one text of words. */
  beginning: string
  foundBy: string
}

async function findTyped(db: Db, { name, stream }: PostSearch) {
  const { rows } = await sql<Typed>`
    select ids, words, letters, beginning, found_by::text from posts_as_typed(${name}, ${stream}, ${enough})`.execute(
    db,
  )
  return rows[0]!
}

interface Word {
  word: string
  letters: string
}

/** For each word those that may have been meant, itself among them; null where nobody posted any. */
async function findNearWords(db: Db, words: Word[]) {
  const unclear = words.filter(({ letters }) => slipsAllowed(letters) > 0).slice(0, 8)
  if (unclear.length === 0) return null
  const { rows } = await sql<{ asked: string; askedLetters: string; word: string; letters: string }>`
    select asked.word as asked, asked.letters as asked_letters, known.word, known.letters
    from
      unnest(${unclear.map(({ word }) => word)}::text[], ${unclear.map(({ letters }) => letters)}::text[])
        as asked (word, letters),
      lateral (
        select word, letters
        from searchable_words
        where searchable_words.letters % asked.letters and searchable_words.word <> asked.word
        order by similarity(searchable_words.letters, asked.letters) desc
        limit 100
      ) as known`.execute(db)
  const near = rows.filter((row) => countSlips(row.askedLetters, row.letters) <= slipsAllowed(row.askedLetters))
  if (near.length === 0) return null
  const nearTo = (word: string) => new Set(near.filter(({ asked }) => asked === word).map((row) => row.word))
  return words.map(({ word }) => [word, ...[...nearTo(word)].slice(0, nearMax)])
}

/** The nearest of them. Each costs as much as a word that was typed. */
const nearMax = 7
