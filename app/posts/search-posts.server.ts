import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { countSlips, slipsAllowed } from './near-words.ts'
import { findListedPosts } from './post-queries.server.ts'
import { type PostSearch, searchNameMax, searchResultsMax } from './search-rules.ts'

interface Condition {
  /** What an index answers. */
  indexed: RawBuilder<boolean>
  /** What is looked at in each post that it brings. */
  rest?: RawBuilder<boolean>
}

/** One more than is shown tells that there are more. */
const enough = searchResultsMax + 1

/**
 * Posts of every kind. First those whose name begins as the search does; then those with all its words in name and
 * author, the last of which may be a beginning; then those with words that are nearly the same. Newest first in each.
 */
export async function searchPosts(db: Db, search: PostSearch) {
  const ids = await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await sql`select ${limits}`.execute(transaction)
      return findIds(transaction, { name: clean(search.name), stream: clean(search.stream) })
    })
  const posts = await findListedPosts(db, ids.slice(0, searchResultsMax))
  return { posts, isCut: ids.length >= enough }
}

/** No search holds up the others for long. All its steps are small: to compile or to share them out would take longer. */
const limits = sql.join(
  Object.entries({
    statement_timeout: '2s',
    enable_seqscan: 'off',
    random_page_cost: '1.1', // what is searched is small enough to be in memory
    jit: 'off',
    max_parallel_workers_per_gather: '0',
  }).map(([setting, value]) => sql`set_config(${setting}, ${value}, true)`),
)

/** What is longer than any name is cut; what PostgreSQL cannot hold as text is left out. */
const clean = (text: string) => text.slice(0, searchNameMax).toWellFormed().replaceAll('\0', ' ').trim()

async function findIds(db: Db, { name, stream }: PostSearch) {
  if (name === '') return lookThrough(db, stream, enough)
  const { begin, words, windows } = await readName(db, name)
  if (words.length === 0) return []

  const begins = sql<boolean>`name ^@ ${begin}`
  const found = await findBeginning(db, stream, begins)
  if (found.length >= enough) return found

  const asTyped = words.map(({ word }) => [word])
  const typed = await hasWords(db, asTyped, stream)
  found.push(...(await findNewest(db, stream, windows, butNot(typed, begins))))
  if (found.length >= enough) return found

  const near = await findNearWords(db, words)
  if (!near) return found
  const nearly = butNot(await hasWords(db, near, stream), sql`(${begins} or ${both(typed)})`)
  return [...found, ...(await findNewest(db, stream, windows, nearly))]
}

const both = ({ indexed, rest = sql`true` }: Condition) => sql<boolean>`(${indexed} and ${rest})`

const butNot = (condition: Condition, other: RawBuilder<boolean>): Condition => ({
  indexed: condition.indexed,
  rest: sql`${condition.rest ?? sql`true`} and not ${other}`,
})

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
  if (whole) return { indexed: matches([...others, [...begun, ...whole]]) }
  // So many words begin so that the index is faster without them.
  const goesOn = matches([begun], ':*')
  return others.length === 0 ? { indexed: goesOn } : { indexed: matches(others), rest: goesOn }
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

/** How many of the newest posts tell whether names that begin so are frequent, and how many are looked through if so. */
const sampled = 1_000
const lookedThrough = 20_000
/** What an index brings at most. By then an answer is frequent enough to be found among the newest. */
const namesBrought = 20_000
const postsBrought = 5_000

/** Frequent ones are found among the newest, the others in the index of names. */
async function findBeginning(db: Db, stream: string, begins: RawBuilder<boolean>) {
  const sample = await lookThrough(db, stream, sampled, { indexed: begins })
  if (sample.length >= enough) return sample
  if (sample.length >= (2 * enough * sampled) / lookedThrough) {
    const found = await lookThrough(db, stream, lookedThrough, { indexed: begins })
    if (found.length >= enough) return found
  }
  return lookUp(db, ['postId', 'stream'], namesBrought, {
    indexed: begins,
    rest: stream ? sql`stream = ${stream}` : sql`true`,
  })
}

/** Among the newest, then in larger and larger windows: whatever was in too few posts there is not in too many of the next. */
async function findNewest(db: Db, stream: string, windows: number[][], condition: Condition) {
  let found = await lookThrough(db, stream, sampled, condition)
  for (const window of [...windows, null]) {
    if (found.length >= enough) break
    const indexed = window ? sql<boolean>`${condition.indexed} and windows && ${window}::integer[]` : condition.indexed
    found = await lookUp(db, ['postId', 'name', 'words'], postsBrought, { ...condition, indexed })
  }
  return found
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
    .$if(condition !== undefined, (posts) => posts.where(both(condition!)))
    .orderBy('postId', 'desc')
    .limit(enough)
    .execute()
  return rows.map(({ postId }) => postId)
}

/** By an index, which brings them in no order; by that alone where it holds the columns. */
async function lookUp(
  db: Db,
  columns: ('postId' | 'stream' | 'name' | 'words')[],
  max: number,
  { indexed, rest = sql`true` }: Condition,
) {
  const rows = await db
    .with(
      (cte) => cte('brought').materialized(),
      (from) => from.selectFrom('searchablePosts').select(columns).where(indexed).limit(max),
    )
    .selectFrom('brought')
    .select('postId')
    .where(rest)
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
  return words.map(({ word }) => [word, ...new Set(near.filter(({ asked }) => asked === word).map((row) => row.word))])
}
