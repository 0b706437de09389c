import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { fuzzyPattern, typosMax } from '#app/posts/search/near-words.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'

import { anyClass, searchOf } from './index-wants.server.ts'
import { isWantedBook, isWantedBySearch } from './is-match.ts'
import type { PostToMatch } from './offered-posts.server.ts'
import { likenessOf, type Spelt } from './same-word.ts'

/** Of the words of a post: the first ones name it. */
const wordsMax = 16
/** Words of requests that are compared with each of them. */
const alikeMax = 50
/** Requests and searches that are looked at: of one key, by a word of the post's name, and those that are compared. */
const ofKeyMax = 100
const ofNameMax = 200
const comparedMax = 150

export interface Want {
  id: string
  accountId: string
  bookRequestId: string | null
  savedSearchId: string | null
}

interface Row extends Want {
  words: string[]
  letters: string[]
  consonants: string[]
  classes: string[]
  stream: string | null
  query: string | null
}

interface Asked {
  /** Enough of them. */
  max: number
  only?: 'requests'
}

/** Who wants this post: requests before searches, first who was told of fewer posts, then who has waited longest. */
export async function findWants(db: Db, synonyms: Synonyms, post: PostToMatch, { max, only }: Asked): Promise<Want[]> {
  const near = await findNearWords(db, synonyms, post)
  const lexemes = [...new Set([...post.lexemes, ...post.meantLexemes, ...[...near.values()].flat()])]
  const naming = namingLexemes(post, near)
  const classes = post.classes.length > 0 ? post.classes : synonyms.classes.map(({ name }) => name)
  const rows = await readWants(db, post, { lexemes, naming, classes: [anyClass, ...classes], only })
  const verdicts = new Map<string, boolean>() // many people ask for the same in the same words
  const isWantedOnce = (row: Row) => {
    const key = JSON.stringify([row.words, row.classes, row.stream, row.query])
    const verdict = verdicts.get(key) ?? isWanted(row, post, synonyms)
    verdicts.set(key, verdict)
    return verdict
  }
  return rows
    .filter(isWantedOnce)
    .slice(0, max)
    .map(({ id, accountId, bookRequestId, savedSearchId }) => ({ id, accountId, bookRequestId, savedSearchId }))
}

function isWanted({ words, letters, consonants, classes, stream, query }: Row, post: PostToMatch, synonyms: Synonyms) {
  const spelt = words.map((word, n): Spelt => ({ word, letters: letters[n]!, consonants: consonants[n]! }))
  return query === null
    ? isWantedBook({ words: spelt, classes, stream: stream! }, post, synonyms)
    : isWantedBySearch({ search: searchOf(query), words: spelt }, post, synonyms)
}

/** For each word of the post, the lexemes of words of requests that are near to it. */
async function findNearWords(db: Db, synonyms: Synonyms, { words }: PostToMatch) {
  const spelt = words.slice(0, wordsMax)
  const { rows } = await sql<Spelt & { nth: number }>`
    select nth::int, known.word, known.letters, known.consonants
    from unnest(
        ${spelt.map(({ word }) => word)}::text[], ${spelt.map(({ letters }) => letters)}::text[],
        ${spelt.map(({ consonants }) => consonants)}::text[]
      ) with ordinality as said (word, letters, consonants, nth),
      lateral (
        (
          select word, letters, consonants from want_words
          where said.letters ~ ${fuzzyPattern} and want_words.letters % said.letters
            and abs(length(want_words.letters) - length(said.letters)) <= ${typosMax} and want_words.word <> said.word
          limit ${alikeMax}
        )
        union all
        (
          select word, letters, consonants from want_words
          where want_words.consonants = said.consonants and said.consonants <> ''
            and (want_words.word ~ '[a-z]') <> (said.word ~ '[a-z]')
          limit ${alikeMax}
        )
      ) as known`.execute(db)
  const near = new Map<string, string[]>()
  for (const { nth, ...known } of rows) {
    const said = spelt[nth - 1]!
    if (likenessOf(known, said, synonyms) === null) continue
    near.set(said.word, [...(near.get(said.word) ?? []), `~${known.word}`])
  }
  return near
}

interface Keys {
  lexemes: string[]
  naming: string[][]
  classes: string[]
  only: 'requests' | undefined
}

/** Those whose rarest lexeme the post has; and requests that have two words which name the post: it may say less than they do. */
async function readWants(db: Db, post: PostToMatch, { lexemes, naming, classes, only }: Keys) {
  const [first = [], second = []] = naming
  const { rows } = await sql<Row>`
    with by_rarest as (
      select want_id
      from unnest(${lexemes}::text[]) as said (lexeme), unnest(${classes}::text[]) as asked (class), lateral (
        select want_id from want_keys
        where is_rarest and want_keys.lexeme = said.lexeme and want_keys.class = asked.class
        order by times_told, want_id
        limit ${ofKeyMax}
      ) as keys
    ), by_name as (
      ${byName(first, second, classes)} union all ${byName(second, first, classes)}
    ), found as materialized (
      select wants.id, min(times_told) as times_told
      from (select want_id from by_rarest union select want_id from by_name) as keys join wants on wants.id = want_id
        join want_keys using (want_id) join accounts on accounts.id = account_id
      where is_open and is_rarest and suspended_until is null and wants.account_id <> ${post.sellerId || null}::uuid is not false
        and not exists (select from matches where matches.want_id = wants.id and post_id = ${post.id || null}::uuid)
        and (${only !== 'requests'} or book_request_id is not null)
      group by wants.id
      order by book_request_id is null, min(times_told), wants.id
      limit ${comparedMax}
    )
    select wants.id, wants.account_id, book_request_id, saved_search_id, words, letters, consonants, classes, stream, query
    from found join wants on wants.id = found.id
      left join book_requests on book_requests.id = book_request_id
      left join saved_searches on saved_searches.id = saved_search_id
    order by book_request_id is null, found.times_told, wants.id`.execute(db)
  return rows
}

/** Of the first wants that have one of these lexemes, those that have one of the others, too. */
const byName = (lexemes: string[], others: string[], classes: string[]) => sql`
  select want_id
  from (
    select want_id from want_keys
    where lexeme = any(${lexemes}::text[]) and class = any(${classes}::text[])
    limit ${ofNameMax}
  ) as brought
  where exists (
    select from want_keys as other where other.want_id = brought.want_id and other.lexeme = any(${others}::text[])
    offset 0 -- one look into the index for each: a join would read all that have the other lexeme
  )`

/** The two longest parts of its name, or its name and its author: each as the lexemes of which a request has one. */
function namingLexemes({ title, authorWords }: PostToMatch, near: ReadonlyMap<string, string[]>) {
  const parts = title.parts
    .map(({ typed, alternatives }) => [...alternatives.flat(), ...(near.get(typed) ?? [])])
    .toSorted((one, other) => other[0]!.length - one[0]!.length)
  const author = authorWords.flatMap((word) => [`~${word}`, ...(near.get(word) ?? [])])
  return parts.length > 1 ? parts.slice(0, 2) : [...parts, author]
}
