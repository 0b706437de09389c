import { sql } from 'kysely'

import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { isNear, slipsMax, unclearLetters } from './near-words.ts'
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
  if (name === '') return (await inStream(db, { stream }))[0]!
  const [row] = await asTyped(db, { name, stream })
  const { words, likeThem, beginning, foundBy, ...typed } = row!
  const asked = likeThem && nearWords(words, likeThem)
  if (!asked) return typed

  const max = searchResultsMax - typed.count
  const [nearly] = await nearlyTyped(db, { asked: JSON.stringify(asked), foundBy, beginning, stream, max })
  const { posts, count } = nearly!
  return { posts: [typed.posts, posts].filter(Boolean).join('\n'), count: typed.count + count }
}

/** The posts of the first ids that were found, and how many were found. */
const shown = (max: number) => sql`${packedPosts(sql`ids[:${max}]`)} as posts, cardinality(ids) as count`

const inStream = builtOnce(
  (_, { stream }: { stream: string }) => sql<Found>`
    select ${shown(searchResultsMax)}
    from (
      select array(
        select post_id from searchable_posts where stream = ${stream} order by post_id desc limit ${enough}
      ) as ids
    ) as in_stream`,
)

interface Typed extends Found {
  words: string[]
  /** Of the words that may be misspelt, those that look alike; null where enough was found. */
  likeThem: Alike[] | null
  /** The name as one text of words. */
  beginning: string
  foundBy: string
}

/** The words are compared by their letters, which are their rough sounds. */
interface Alike {
  asked: string
  askedLetters: string
  word: string
  letters: string
}

const asTyped = builtOnce(
  (_, { name, stream }: PostSearch) => sql<Typed>`
    select ${shown(searchResultsMax)}, words, beginning, found_by::text, case when cardinality(ids) < ${typedWell} then (
      select coalesce(json_agg(json_build_object(
        'asked', asked.word, 'askedLetters', asked.letters, 'word', known.word, 'letters', known.letters
      )), '[]')
      from
        (
          select * from unnest(words, letters) as each_word (word, letters)
          where letters ~ ${unclearLetters}
          limit 8
        ) as asked,
        lateral (
          select word, letters
          from searchable_words
          where searchable_words.letters % asked.letters and searchable_words.word <> asked.word
            and abs(length(searchable_words.letters) - length(asked.letters)) <= ${slipsMax}
          order by similarity(searchable_words.letters, asked.letters) desc
          limit 100
        ) as known
    ) end as like_them
    from posts_as_typed(${name}, ${stream}, ${enough})`,
)

const nearlyTyped = builtOnce(
  (
    _,
    {
      asked,
      foundBy,
      beginning,
      stream,
      max,
    }: Record<'asked' | 'foundBy' | 'beginning' | 'stream', string> & { max: number },
  ) => sql<Found>`
    select ${shown(max)}
    from posts_nearly_typed(${asked}::jsonb, ${foundBy}::tsquery, ${beginning}, ${stream}, ${enough})`,
)

/** For each word those that may have been meant, itself among them; null where nobody posted any. */
function nearWords(words: string[], likeThem: Alike[]) {
  const near = likeThem.filter(({ askedLetters, letters }) => isNear(askedLetters, letters))
  if (near.length === 0) return null
  const nearTo = (word: string) => new Set(near.filter(({ asked }) => asked === word).map((row) => row.word))
  return words.map((word) => [word, ...[...nearTo(word)].slice(0, nearMax)])
}

/** The nearest of them. Each costs as much as a word that was typed. */
const nearMax = 7
