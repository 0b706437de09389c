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
  const { words, unclear, beginning, foundBy, ...typed } = row!
  const asked = unclear && withNearWords(words, unclear)
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
  /** Of the words those that may be misspelt; null where enough was found. */
  unclear: UnclearWord[] | null
  /** The name as one text of words. */
  beginning: string
  foundBy: string
}

/** Words are compared by their letters, which are their rough sounds. */
interface UnclearWord {
  word: string
  letters: string
  /** What people have posted that looks alike, with its letters, the likest first. */
  alike: [word: string, letters: string][]
}

/** Of a search as long as a sentence no more words are looked up than these, and for each no more than these look alike. */
const unclearMax = 8
const alikeMax = 100

const asTyped = builtOnce(
  (_, { name, stream }: PostSearch) => sql<Typed>`
    select ${shown(searchResultsMax)}, words, beginning, found_by::text, case when cardinality(ids) < ${typedWell} then (
      select coalesce(json_agg(json_build_object('word', word, 'letters', letters, 'alike', array(
        select array[known.word, known.letters]
        from searchable_words as known
        where known.letters % asked.letters and known.word <> asked.word
          and abs(length(known.letters) - length(asked.letters)) <= ${slipsMax}
        order by similarity(known.letters, asked.letters) desc
        limit ${alikeMax}
      ))), '[]')
      from (
        select * from unnest(words, letters) as each_word (word, letters)
        where letters ~ ${unclearLetters}
        limit ${unclearMax}
      ) as asked
    ) end as unclear
    from posts_as_typed(${name}, ${stream}, ${enough})`,
)

interface NearlyTyped {
  /** For each word those that stand in its place, as JSON. */
  asked: string
  foundBy: string
  beginning: string
  stream: string
  max: number
}

const nearlyTyped = builtOnce(
  (_, { asked, foundBy, beginning, stream, max }: NearlyTyped) => sql<Found>`
    select ${shown(max)}
    from posts_nearly_typed(${asked}::jsonb, ${foundBy}::tsquery, ${beginning}, ${stream}, ${enough})`,
)

/** Each word with those that may have been meant by it; null where nobody posted any. */
function withNearWords(words: string[], unclear: UnclearWord[]) {
  const near = new Map(unclear.map((each) => [each.word, nearTo(each)]))
  if ([...near.values()].every(({ length }) => length === 0)) return null
  return words.map((word) => [word, ...(near.get(word) ?? [])])
}

/** How many may stand in for a word, the nearest of them: each costs as much as a word that was typed. */
const nearMax = 7

function nearTo({ letters, alike }: UnclearWord) {
  const near = new Set<string>()
  for (const [word, known] of alike) {
    if (near.size === nearMax) break
    if (isNear(letters, known)) near.add(word)
  }
  return [...near]
}
