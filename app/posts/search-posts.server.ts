import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { countSlips, slipsAllowed } from './near-words.ts'
import type { PackedPosts } from './packed-posts.ts'
import { packedPosts } from './post-queries.server.ts'
import { type PostSearch, searchNameMax, searchResultsMax } from './search-rules.ts'

/** One more than is shown tells that there are more. */
const enough = searchResultsMax + 1

/** Whoever finds a page of what was typed did not mistype it: near misses would be noise. */
const typedWell = 12

/**
 * Posts of every kind. First those whose name begins as the search does; then those with all its words in name and
 * author, the last of which may be a beginning; then those with words that are nearly the same. Newest first in each.
 */
export async function searchPosts(db: Db, search: PostSearch) {
  const { posts, count } = await find(db, { name: clean(search.name), stream: clean(search.stream) })
  return { posts, isCut: count >= enough }
}

/** What is longer than any name is cut; what PostgreSQL cannot hold as text is left out. */
const clean = (text: string) => text.slice(0, searchNameMax).toWellFormed().replaceAll('\0', ' ').trim()

interface Found {
  posts: PackedPosts
  count: number
}

async function find(db: Db, { name, stream }: PostSearch): Promise<Found> {
  if (name === '') return findInStream(db, stream)
  const { words, letters, beginning, foundBy, ...typed } = await findTyped(db, { name, stream })
  if (typed.count >= typedWell) return typed

  const near = await findNearWords(
    db,
    words.map((word, n) => ({ word, letters: letters[n]! })),
  )
  if (!near) return typed
  const { rows } = await sql<Found>`
    select ${shown(searchResultsMax - typed.count)}
    from posts_nearly_typed(${JSON.stringify(near)}::jsonb, ${foundBy}::tsquery, ${beginning}, ${stream}, ${enough})
  `.execute(db)
  const { posts, count } = rows[0]!
  return { posts: [typed.posts, posts].filter(Boolean).join('\n'), count: typed.count + count }
}

/** The posts of the first ids that were found, and how many were found. */
const shown = (max: number) => sql`${packedPosts(sql`ids[:${max}]`)} as posts, cardinality(ids) as count`

async function findInStream(db: Db, stream: string) {
  const { rows } = await sql<Found>`
    select ${shown(searchResultsMax)}
    from (
      select array(
        select post_id from searchable_posts where stream = ${stream} order by post_id desc limit ${enough}
      ) as ids
    ) as in_stream`.execute(db)
  return rows[0]!
}

interface Typed extends Found {
  words: string[]
  /** Their rough sounds, by which they are compared with others. */
  letters: string[]
  /** The name as one text of words. */
  beginning: string
  foundBy: string
}

async function findTyped(db: Db, { name, stream }: PostSearch) {
  const { rows } = await sql<Typed>`
    select ${shown(searchResultsMax)}, words, letters, beginning, found_by::text
    from posts_as_typed(${name}, ${stream}, ${enough})`.execute(db)
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
