import { type RawBuilder, sql } from 'kysely'

import { createDb, type Db } from '#app/platform/db.server.ts'

import { countSlips, slipsAllowed } from './near-words.ts'
import { findPosts } from './post-queries.server.ts'
import { type PostSearch, searchNameMax, searchResultsMax } from './search-rules.ts'

interface Condition {
  /** What an index answers. */
  indexed: RawBuilder<boolean>
  /** What is looked at in each post that it brings. */
  rest: RawBuilder<boolean>
}

const anything = sql<boolean>`true`

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

/**
 * Connections for searches alone, so that they hold up nobody else, and each other not for long. All steps of a search
 * are small: to compile or to share them out would take longer.
 */
export const createSearchDb = (url: string, options: { onConnectionLost?: (error: Error) => void } = {}) =>
  createDb(url, { ...options, max: 4, settings: searchSettings })

export const searchSettings = {
  default_transaction_read_only: 'on',
  statement_timeout: '2s',
  enable_seqscan: 'off',
  random_page_cost: '1.1', // what is searched is small enough to be in memory
  jit: 'off',
  plan_cache_mode: 'force_custom_plan', // one word is in three posts, another in a third of them
  max_parallel_workers_per_gather: '0',
}

/** What is longer than any name is cut; what PostgreSQL cannot hold as text is left out. */
const clean = (text: string) => text.slice(0, searchNameMax).toWellFormed().replaceAll('\0', ' ').trim()

async function findIds(db: Db, { name, stream }: PostSearch) {
  if (name === '') return lookThrough(db, stream, enough)
  const asked = { ...(await readName(db, name)), stream }
  if (asked.words.length === 0) return []

  const asTyped = asked.words.map(({ word }) => [word])
  const typed = await hasWords(db, asTyped, stream)
  const found = await findByWords(db, asked, typed)
  if (found.length >= typedWell) return found

  const near = await findNearWords(db, asked.words)
  if (!near) return found
  const nearly = await hasWords(db, near, stream)
  const others = await findNewest(db, asked, { ...nearly, rest: sql`${nearly.rest} and not ${both(typed)}` })
  return [...found, ...others.ids]
}

/** Where there are too many to rank them all, names that begin so are looked for by themselves. */
async function findByWords(db: Db, asked: Asked, typed: Condition) {
  const found = await findNewest(db, asked, typed)
  if (found.areAll) return found.ids
  return [...new Set([...(await findBeginning(db, asked)), ...found.ids])]
}

interface Asked {
  stream: string
  /** The name as one text of words. */
  begin: string
  words: Word[]
  windows: number[][]
}

const both = ({ indexed, rest }: Condition) => sql<boolean>`(${indexed} and ${rest})`

interface Word {
  word: string
  /** Its rough sound, by which it is compared with others. */
  letters: string
}

async function readName(db: Db, name: string) {
  const { rows } = await sql<Word & { begin: string; place: string }>`
    select
      word,
      rough_letters(word) as letters,
      left(array_to_string(words, ' '), 200) as begin,
      (select last_value from posts_in_order) as place
    from search_words(${name}) as words, unnest(words) with ordinality as each_word (word, nth)
    order by nth`.execute(db)
  return { begin: rows[0]?.begin ?? '', words: rows, windows: windowsFrom(Number(rows[0]?.place)) }
}

/** See windows_of in the migration. Of each size the newest two: the last has just begun. All posts come after them. */
function windowsFrom(place: number) {
  const newest = [13, 16, 19, 22].map((bits) => Math.floor(place / 2 ** bits))
  return newest.flatMap((window, size) => (window > 1 ? [[window * 10 + size, (window - 1) * 10 + size]] : []))
}

/** Each word, or one that stands in its place; the last may go on. */
async function hasWords(db: Db, words: string[][], stream: string): Promise<Condition> {
  const begun = words.at(-1)!
  const others = [...words.slice(0, -1), ...(stream ? [[`=${stream}`]] : [])]
  const whole = await findWordsBeginning(db, begun)
  if (whole) return { indexed: matches([...others, [...begun, ...whole]]), rest: anything }
  const goesOn = matches([begun], ':*')
  if (others.length === 0) return { indexed: goesOn, rest: anything }
  // If very many posts have a word that begins so, the index is faster without it.
  const glance = await lookThrough(db, '', glanced, { indexed: goesOn, rest: anything })
  return glance.length < glanced / 20
    ? { indexed: sql`${matches(others)} and ${goesOn}`, rest: anything }
    : { indexed: matches(others), rest: goesOn }
}

function matches(words: string[][], end = '') {
  const quote = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'${end}`
  const query = words.map((same) => `(${same.map(quote).join(' | ')})`).join(' & ')
  return sql<boolean>`words @@ ${query}::tsquery`
}

const endingsMax = 50

/** Null where there are too many of them. */
async function findWordsBeginning(db: Db, begun: string[]) {
  const rows = await db
    .selectFrom('searchableWords')
    .select('word')
    .distinct()
    .where((is) => is.or(begun.map((word) => sql<boolean>`word ^@ ${word}`)))
    .limit(endingsMax + 1)
    .execute()
  return rows.length > endingsMax ? null : rows.map(({ word }) => word)
}

/** How many of the newest posts tell whether what is searched is frequent, and how many are looked through if so. */
const glanced = 250
const sampled = 1_000
const lookedThrough = 20_000
/** What an index brings at most. By then an answer is frequent enough to be found among the newest. */
const namesBrought = 20_000
const postsBrought = 5_000

/** Frequent ones are found among the newest, the others in the index of names. */
async function findBeginning(db: Db, { stream, begin }: Asked) {
  const begins = { indexed: sql<boolean>`name ^@ ${begin}`, rest: anything }
  const sample = await lookThrough(db, stream, sampled, begins)
  if (sample.length >= enough) return sample
  if (sample.length >= (2 * enough * sampled) / lookedThrough) {
    const found = await lookThrough(db, stream, lookedThrough, begins)
    if (found.length >= enough) return found
  }
  const inStream = stream ? sql<boolean>`stream = ${stream}` : anything
  return lookUp(db, { ...begins, rest: inStream }, { columns: ['postId', 'stream'], max: namesBrought })
}

/**
 * Among the newest, then in larger and larger windows: what was in too few posts of one is not in too many of the next.
 * In the end in all posts, and then those whose names begin so are the first.
 */
async function findNewest(db: Db, { stream, begin, windows }: Asked, condition: Condition) {
  // A stream's posts lie scattered: no faster to look through than to look up.
  const glance = stream ? [] : await lookThrough(db, '', glanced, condition)
  const isFrequent = glance.length >= (enough * glanced) / sampled
  const sample = isFrequent ? await lookThrough(db, '', sampled, condition) : []
  if (sample.length >= enough) return { ids: sample, areAll: false }
  const how = { columns: ['postId', 'name', 'words'] as const, max: postsBrought }
  for (const window of windows) {
    const indexed = sql<boolean>`${condition.indexed} and windows && ${window}::integer[]`
    const ids = await lookUp(db, { ...condition, indexed }, how)
    if (ids.length >= enough) return { ids, areAll: false }
  }
  const inAll = { indexed: both(condition), rest: anything }
  return { ids: await lookUp(db, inAll, { ...how, first: sql`name ^@ ${begin}` }), areAll: true }
}

/** From the newest post on, and no further than so many. */
async function lookThrough(db: Db, stream: string, newest: number, condition?: Condition) {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('searchablePosts')
        .select(['postId', 'name', 'words'])
        .$if(stream !== '', (posts) => posts.where('stream', '=', stream))
        .orderBy('postId', 'desc')
        .limit(newest)
        .as('newest'),
    )
    .select('postId')
    .where(condition ? both(condition) : anything)
    .orderBy('postId', 'desc')
    .limit(enough)
    .execute()
  return rows.map(({ postId }) => postId)
}

interface HowToLookUp {
  /** If an index holds them all, it alone is read. */
  columns: readonly ('postId' | 'stream' | 'name' | 'words')[]
  max: number
  /** Which of them come before the newest. */
  first?: RawBuilder<boolean>
}

/** By an index, which brings them in no order. */
async function lookUp(db: Db, { indexed, rest }: Condition, { columns, max, first }: HowToLookUp) {
  const rows = await db
    .with(
      (cte) => cte('brought').materialized(),
      (from) => from.selectFrom('searchablePosts').select(columns).where(indexed).limit(max),
    )
    .selectFrom('brought')
    .select('postId')
    .where(rest)
    .$if(first !== undefined, (found) => found.orderBy(first!, 'desc'))
    .orderBy('postId', 'desc')
    .limit(enough)
    .execute()
  return rows.map(({ postId }) => postId)
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
const nearMax = 12
