import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { findWordsBeginning } from './near-words.server.ts'
import { partQuery } from './search-query.ts'
import { storableText } from './search-rules.ts'
import { splitWords } from './split-words.server.ts'

const suggestionsMax = 8
/** Longer ones fit into no list of suggestions. */
const textMax = 100
/** Of the newest posts that match: many have the same name. */
const postsMax = 100

/** Names and authors of posts that have the typed words, the last of which may be cut: those that begin so first. */
export async function suggest(db: Db, typed: string) {
  const words = (await splitWords(db, storableText(typed))).slice(0, 8)
  const last = words.at(-1)
  if (last === undefined) return []
  const beginning = await findWordsBeginning(db, last)
  const parts = words
    .map((word, n) => (n === words.length - 1 ? [word, ...beginning] : [word]))
    .map((any) => partQuery({ typed: any[0]!, alternatives: any.map((word) => [word]) }))
  const { rows } = await sql<{ text: string }>`
    with found as (
      select name, author_name
      from split_for_index(${parts}::text[]::tsquery[]) as asked,
        newest_found(indexed, rest, ${postsMax}) as newest join posts on posts.id = any(newest.ids)
    ),
    texts as (
      select text, search_words(text) as words
      from found, lateral (values (name), (author_name)) as said (text)
      where length(text) <= ${textMax}
    )
    select min(text) as text
    from texts
    where words @> ${words.slice(0, -1)}::text[] and exists (select from unnest(words) as word where word ^@ ${last})
    group by words
    order by array_to_string(words, ' ') ^@ ${words.join(' ')} desc, count(*) desc, text
    limit ${suggestionsMax}`.execute(db)
  return rows.map(({ text }) => text)
}
