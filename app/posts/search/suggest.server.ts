import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { findWordsBeginning } from './near-words.server.ts'
import { partQuery } from './search-query.ts'
import { storableText } from './search-rules.ts'
import { isDetail } from './search-subject.ts'
import { splitWords } from './split-words.server.ts'
import type { Synonyms } from './synonyms.ts'
import { meaningOf, understandSearch } from './understand-search.ts'

const suggestionsMax = 8
const wordsMax = 8
/** Longer ones fit into no list of suggestions. */
const textMax = 100
/** Of the newest posts that match: many have the same name. */
const postsMax = 100

/**
 * Names and authors of posts that have the typed words, each of which may be cut: those that begin so first. Class, stream, district and the
 * like are asked of the post, not of its name.
 */
export async function suggest(db: Db, synonyms: Synonyms, typed: string) {
  const words = (await splitWords(db, storableText(typed))).slice(0, wordsMax)
  const { said, details } = splitTyped(words, synonyms)
  const last = said.at(-1)
  if (last === undefined) return []
  const beginning = await findWordsBeginning(db, last)
  const parts = [
    ...said
      .slice(0, -1)
      .map((word) => meaningOf(word, synonyms))
      .map((one) => ({ alternatives: [one] })),
    { alternatives: [last, ...beginning].map((word) => [word]) },
    ...details,
  ]
  const { rows } = await sql<{ text: string }>`
    with found as (
      select name, author_name
      from split_for_index(${parts.map(partQuery)}::text[]::tsquery[]) as asked,
        newest_found(indexed, rest, ${postsMax}) as newest join posts on posts.id = any(newest.ids)
    ),
    texts as (
      select text, search_words(text) as words
      from found, lateral (values (name), (author_name)) as said (text)
      where length(text) <= ${textMax}
    )
    select min(text) as text
    from texts
    where not exists (
      select from unnest(${said}::text[]) as one where not exists (select from unnest(words) as word where word ^@ one)
    )
    group by words
    order by array_to_string(words, ' ') ^@ any(${[words, said].map((some) => some.join(' '))}::text[]) desc, count(*) desc, text
    limit ${suggestionsMax}`.execute(db)
  return rows.map(({ text }) => text)
}

/** The words that a name or author must have, and what else a post must have. The last word may be cut: a part of no phrase. */
function splitTyped(words: string[], synonyms: Synonyms) {
  const { parts } = understandSearch(words, synonyms)
  const last = parts.at(-1)
  const details = parts.filter(
    (part) => isDetail(part, synonyms) && (part !== last || part.typed.includes(' ') || part.typed !== words.at(-1)),
  )
  const said = parts.filter((part) => !details.includes(part)).flatMap(({ typed }) => typed.split(' '))
  return said.length > 0 ? { said, details } : { said: words, details: [] }
}
