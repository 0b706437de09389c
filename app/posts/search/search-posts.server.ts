import { sql } from 'kysely'

import type { Viewer } from '#app/accounts/account-rules.ts'
import type { Db } from '#app/platform/db.server.ts'
import { findPosts } from '#app/posts/post-queries.server.ts'

import { fuzzyPattern, isNear, typosMax } from './near-words.ts'
import { type PostSearch, searchNameMax, searchResultsMax } from './search-rules.ts'

/** One more than is shown, to know whether there are more. */
const fetchedMax = searchResultsMax + 1

/** With this many exact results the search has no typing mistakes: similar words are not looked up. */
const enoughExact = 12

/**
 * Searches posts of every kind. First those whose name starts with the search; then those with all its words in name and
 * author, the last as a prefix; then those with similar words. Newest first in each group.
 */
export async function searchPosts(db: Db, viewer: Viewer | null, search: PostSearch) {
  const ids = await findIds(db, { name: storableText(search.name), stream: storableText(search.stream) })
  return { posts: await findPosts(db, viewer, ids.slice(0, searchResultsMax)), isCut: ids.length >= fetchedMax }
}

/** Limits the length, and removes characters that PostgreSQL cannot store as text. */
export const storableText = (text: string) => text.slice(0, searchNameMax).toWellFormed().replaceAll('\0', ' ').trim()

async function findIds(db: Db, { name, stream }: PostSearch) {
  if (name === '') return findInStream(db, stream)
  const { ids, words, fuzzyWords, beginning, foundBy } = await findAsTyped(db, { name, stream })
  const asked = fuzzyWords && withNearWords(words, fuzzyWords)
  return asked ? [...ids, ...(await findNearlyTyped(db, { asked, foundBy, beginning, stream }))] : ids
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
  /** The words that may be misspelt; null if enough was found. */
  fuzzyWords: FuzzyWord[] | null
  /** The normalised name. */
  beginning: string
  /** The full-text query that found the ids. */
  foundBy: string
}

/** Words are compared by their `letters`, a rough phonetic spelling. */
interface FuzzyWord {
  word: string
  letters: string
  /** Similar words of posts, the most similar first. */
  alike: [word: string, letters: string][]
}

/** The maximum of words that are looked up, and of similar words for each. */
const fuzzyMax = 8
const alikeMax = 100

async function findAsTyped(db: Db, { name, stream }: PostSearch) {
  const { rows } = await sql<Typed>`
    select ids, words, beginning, found_by::text, case when cardinality(ids) < ${enoughExact} then (
      select coalesce(json_agg(json_build_object('word', word, 'letters', letters, 'alike', array(
        select array[known.word, known.letters]
        from searchable_words as known
        where known.letters % asked.letters and known.word <> asked.word
          and abs(length(known.letters) - length(asked.letters)) <= ${typosMax}
        order by similarity(known.letters, asked.letters) desc
        limit ${alikeMax}
      ))), '[]')
      from (
        select * from unnest(words, letters) as each_word (word, letters)
        where letters ~ ${fuzzyPattern}
        limit ${fuzzyMax}
      ) as asked
    ) end as fuzzy_words
    from posts_as_typed(${name}, ${stream}, ${fetchedMax})`.execute(db)
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
function withNearWords(words: string[], fuzzyWords: FuzzyWord[]) {
  const near = new Map(fuzzyWords.map((each) => [each.word, nearTo(each)]))
  if ([...near.values()].every(({ length }) => length === 0)) return null
  return words.map((word) => [word, ...(near.get(word) ?? [])])
}

/** The maximum of alternatives for a word: each costs as much as a typed word. */
const nearMax = 7

function nearTo({ letters, alike }: FuzzyWord) {
  const near = new Set<string>()
  for (const [word, known] of alike) {
    if (near.size === nearMax) break
    if (isNear(letters, known)) near.add(word)
  }
  return [...near]
}
