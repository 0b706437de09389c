import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { chosenOf, readSearch } from '#app/posts/search/search-filters.ts'
import { choiceLexeme } from '#app/posts/search/search-query.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'
import { understandSearch } from '#app/posts/search/understand-search.ts'
import { understandClass, understandTitle } from '#app/posts/search/understand-title.ts'

import { meaningsNear } from './same-word.ts'

const batch = 200
/** The newest posts tell how frequent a word is. */
const sampled = 500

/** Writes the keys of requests and saved searches by which posts find them; returns how many. */
export async function indexWants(db: Db, synonyms: Synonyms) {
  let indexed = 0
  for (;;) {
    const done = await db.transaction().execute((transaction) => indexBatch(transaction, synonyms))
    indexed += done
    if (done < batch) return indexed
  }
}

interface Row {
  id: string
  bookName: string | null
  className: string | null
  query: string | null
}

async function indexBatch(db: Db, synonyms: Synonyms) {
  const { rows } = await sql<Row>`
    with due as materialized (
      select id, book_request_id, saved_search_id from wants
      where is_open and words is null
      order by id
      limit ${batch}
      for update skip locked
    )
    select due.id, book_name, class_name, query
    from due
      left join book_requests on book_requests.id = book_request_id
      left join saved_searches on saved_searches.id = saved_search_id`.execute(db)
  if (rows.length === 0) return 0

  const texts = rows.map(({ bookName, query }) => bookName ?? searchOf(query!).q)
  const [spelt, countOf] = [await spell(db, texts, rows), await countInPosts(db)]
  const wants = rows.map((row, n) => keysOf(row, spelt[n]!, synonyms, countOf))
  await writeKeys(db, wants)
  return rows.length
}

export const searchOf = (query: string) => readSearch(new URLSearchParams(query))

interface Split {
  words: string[]
  classWords: string[]
}

async function spell(db: Db, texts: string[], rows: Row[]) {
  const { rows: split } = await sql<Split>`
    select search_words(text) as words, search_words(class_text) as class_words
    from unnest(${texts}::text[], ${rows.map(({ className }) => className ?? '')}::text[])
      with ordinality as one (text, class_text, nth)
    order by nth`.execute(db)
  return split
}

/** How many of the newest posts have a lexeme. */
async function countInPosts(db: Db) {
  const { rows } = await sql<{ word: string; ndoc: number }>`
    select word, ndoc from ts_stat(
      ${`select words from searchable_posts order by post_id desc limit ${sampled}`}
    )`.execute(db)
  const counts = new Map(rows.map(({ word, ndoc }) => [word, ndoc]))
  return (lexeme: string) => counts.get(lexeme) ?? 0
}

interface Key {
  lexeme: string
  class: string
  isRarest: boolean
}

/** The class of keys for posts of any class. */
export const anyClass = ''

/** Lexemes of which a post must have one. */
type Needed = string[]

function keysOf({ id, query, bookName }: Row, { words, classWords }: Split, synonyms: Synonyms, countOf: CountOf) {
  if (bookName === null) {
    const chosen = chosenOf(searchOf(query!)).map(([facet, choices]) => choices.map((one) => choiceLexeme(facet, one)))
    const needed = [...understandSearch(words, synonyms).parts.map((part) => lexemesOf(part, synonyms)), ...chosen]
    // A search has to be found by its rarest part alone: no post answers it with less.
    const keys = keysFor(needed, anyClass, countOf).filter(({ isRarest }) => isRarest)
    return { id, words, keys, classes: [], sameBook: null }
  }
  const { parts, classes: said } = understandTitle(words, synonyms)
  const classes = [...new Set([...understandClass(classWords, synonyms), ...said])]
  const keys = keysFor(
    parts.map((part) => lexemesOf(part, synonyms)),
    classes.length === 1 ? classes[0]! : anyClass,
    countOf,
  )
  const name = parts.map(({ alternatives }) => alternatives[0]!.join(' ')).toSorted()
  return { id, words, keys, classes, sameBook: [...new Set(name), ...classes.toSorted()].join('\n') }
}
type CountOf = (lexeme: string) => number

const lexemesOf = (
  { typed, alternatives }: { typed: string; alternatives: readonly (readonly string[])[] },
  synonyms: Synonyms,
): Needed => [...alternatives.flat(), ...meaningsNear(typed, synonyms)]

function keysFor(needed: Needed[], className: string, countOf: CountOf): Key[] {
  const countOfAll = (lexemes: Needed) => lexemes.reduce((sum, lexeme) => sum + countOf(lexeme), 0)
  const [rarest] = needed.toSorted(
    (one, other) => countOfAll(one) - countOfAll(other) || other[0]!.length - one[0]!.length,
  )
  const keys = needed.flatMap((lexemes) =>
    lexemes.map((lexeme) => [lexeme, { lexeme, class: className, isRarest: lexemes === rarest }] as const),
  )
  // The rarest last, so that it counts where a lexeme stands twice.
  return [...new Map(keys.toSorted(([, one], [, other]) => Number(one.isRarest) - Number(other.isRarest))).values()]
}

async function writeKeys(db: Db, wants: ReturnType<typeof keysOf>[]) {
  const described = JSON.stringify(
    wants.map(({ id, words, classes, sameBook }) => ({ id, words, classes, same_book: sameBook })),
  )
  await sql`
    update wants set
      words = indexed.words,
      letters = array(select rough_letters(word) from unnest(indexed.words) with ordinality as one (word, nth) order by nth),
      consonants = array(select consonants(word) from unnest(indexed.words) with ordinality as one (word, nth) order by nth),
      classes = indexed.classes,
      same_book = hashtextextended(indexed.same_book, 0)
    from jsonb_to_recordset(${described}::jsonb) as indexed (id uuid, words text[], classes text[], same_book text)
    where wants.id = indexed.id`.execute(db)
  await sql`delete from want_keys where want_id = any(${wants.map(({ id }) => id)}::uuid[])`.execute(db)
  const keys = wants.flatMap(({ id, keys: own }) =>
    own.map(({ lexeme, class: className, isRarest }) => ({ id, lexeme, class: className, is_rarest: isRarest })),
  )
  await sql`
    insert into want_keys (want_id, lexeme, class, is_rarest, times_told)
    select id, lexeme, class, is_rarest, (select count(*) from matches where want_id = id)
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as key (id uuid, lexeme text, class text, is_rarest boolean)`.execute(
    db,
  )
  const known = [...new Set(keys.map(({ lexeme }) => lexeme))].filter((one) => one.startsWith('~'))
  await sql`
    insert into want_words (word) select substr(lexeme, 2) from unnest(${known}::text[]) as lexeme
    on conflict do nothing`.execute(db)
}
