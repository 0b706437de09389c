import { type Kysely, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { findPostsAndSellers } from '#app/posts/post-queries.server.ts'

import { findInOtherScript, findNearWords, findWordsBeginning } from './near-words.server.ts'
import {
  chosenOf,
  countFilters,
  type FacetName,
  facetNames,
  nearFirst,
  priceOf,
  type Search,
  withoutFilters,
} from './search-filters.ts'
import { findMoreOrGiveUp } from './search-db.server.ts'
import { anyPartQuery, firstWordQuery, choiceQuery, nameQuery, partQuery, partsQuery } from './search-query.ts'
import { isIndexRenewing } from './synonyms.server.ts'
import { lexemeOf, type Synonyms, withoutDoubles } from './synonyms.ts'
import { isDetail, meansClass, meansKind, subjectsOf } from './search-subject.ts'
import { splitWords } from './split-words.server.ts'
import { meaningOf, type Part, understandSearch } from './understand-search.ts'

/** If so many posts have the words, they have no typing mistakes: similar words are not looked up. */
const enoughExact = 12

const paiseMax = 1_000_000_00

/** If nothing has all words: how many posts are compared. */
const candidatesMax = 300

/** How many posts each choice has. */
export type FacetCounts = Record<FacetName, Record<string, number>>

interface Found {
  ids: string[]
  total: number
  /** Whether there are more than were counted: the counts are at least so many. */
  isCut: boolean
  counts: FacetCounts
  /** How many posts have the words, whatever is chosen. */
  totalOfWords: number
}

interface Asked extends Search {
  isCounted: boolean
  /** Of equally good matches, those in these districts come first. */
  near: string[]
}

/** What the words of a search ask for, besides its filters. */
interface Words {
  parts: Part[]
  /** What the name of the best results begins with, in any order. */
  beginning: string[]
  /** The query for names that begin with its first word. */
  firstWord: string | null
  /** Better results first: posts with all of the first query, then of the second, and so on. */
  ranks: string[]
}

export interface SearchManner {
  /** Where the viewer is, if that is known. */
  district?: string | null
  /** Whether it is a name, or what a name begins with: then its last word may be the beginning of one. */
  isName?: boolean
  /** If nothing has all of it, whether filters and words are left out. */
  mayLeaveOut?: boolean
  /** Whether the posts of each choice are counted. */
  isCounted?: boolean
}

/**
 * Searches all posts. Posts that have everything come first: with the words in their name, then with words of the same meaning,
 * then with similar words. If there are none, the nearest, with what was left out of the search.
 */
export async function searchEverything(
  db: Kysely<Tables>,
  viewer: Viewer | null,
  synonyms: Synonyms,
  asked: Search,
  { district = null, isName = false, mayLeaveOut = true, isCounted = true }: SearchManner = {},
) {
  const typed = await splitWords(db, asked.q)
  const isOfSigns = typed.length === 0 && asked.q !== ''
  const { parts, priceFrom, priceTo, isCheapest } = understandSearch(typed, synonyms, isName)
  const search: Asked = {
    ...asked,
    isCounted,
    near: nearFirst(asked, district),
    ...priceOf(asked, { from: priceFrom, to: priceTo }),
    sort: isCheapest && asked.sort === 'match' ? 'price' : asked.sort,
  }
  const exact = rankedWords(parts, synonyms, isName ? typed : null)
  const { found, leftOut } = isOfSigns
    ? { found: nothing, leftOut: null }
    : await findOrNearest(db, synonyms, search, { exact, mayLeaveOut })
  return {
    ...(await findPostsAndSellers(db, viewer, found.ids)),
    total: found.total,
    isCut: found.isCut,
    counts: found.counts,
    classes: synonyms.classes.map(({ name }) => name),
    leftOut,
  }
}

const noChoices = () => Object.fromEntries(facetNames.map((name) => [name, {}])) as FacetCounts
const nothing: Found = { ids: [], total: 0, isCut: false, counts: noChoices(), totalOfWords: 0 }

/**
 * Posts with the words in their name come first. Of a subject and a class: books before notes and courses.
 * @param name The words of a name or of its beginning, as they were typed.
 */
function rankedWords(understood: Part[], synonyms: Synonyms, name: string[] | null = null): Words {
  if (understood.length === 0) return { parts: understood, beginning: [], firstWord: null, ranks: [] }
  const parts = name ? withOpenEnd(understood) : understood
  const named = parts.filter((part) => !isDetail(part, synonyms))
  const said = named.length > 0 ? named : parts
  const words = said.flatMap(({ typed }) => typed.split(' '))
  const isOpen = said.at(-1) === parts.at(-1) && parts.at(-1)!.beginning !== undefined
  const levels = [nameQuery(words, isOpen), partsQuery(parts)!]
  const isForBooks =
    named.length > 0 &&
    parts.some((part) => meansClass(part, synonyms)) &&
    !parts.some((part) => meansKind(part, synonyms))
  const ranks = isForBooks ? [...levels.map(ofBooks), ...levels, bookQuery] : levels
  const beginning = name ?? words
  return { parts, beginning, firstWord: firstWordQuery(beginning, name !== null), ranks }
}

/** The last word may be the beginning of one, unless it ends a phrase. */
const withOpenEnd = (parts: Part[]) =>
  parts.map((part, n) =>
    n === parts.length - 1 && !part.typed.includes(' ') ? { ...part, beginning: part.typed } : part,
  )

const bookQuery = choiceQuery('kind', ['book'])
const ofBooks = (query: string) => `${query} & ${bookQuery}`

/** As the page has it. */
export type SearchResult = Omit<Awaited<ReturnType<typeof searchEverything>>, 'sellerIds'>

interface Answer {
  found: Found
  /** Of the search, to find anything. */
  leftOut: 'filters' | string[] | null
}

async function findOrNearest(
  db: Kysely<Tables>,
  synonyms: Synonyms,
  search: Asked,
  { exact, mayLeaveOut }: { exact: Words; mayLeaveOut: boolean },
): Promise<Answer> {
  const found = await find(db, search, exact)
  if (found.total >= enoughExact || exact.parts.length === 0) return { found, leftOut: null }
  const more = await findMoreOrGiveUp(db, (on) =>
    findSimilarOrNearest(on, synonyms, search, { exact, found, mayLeaveOut }),
  )
  return more ?? { found, leftOut: null }
}

async function findSimilarOrNearest(
  db: Db,
  synonyms: Synonyms,
  search: Asked,
  { exact, found, mayLeaveOut }: { exact: Words; found: Found; mayLeaveOut: boolean },
): Promise<Answer> {
  const hasTypos = found.totalOfWords < enoughExact
  const similar = hasTypos ? await withSimilarWords(db, synonyms, exact) : null
  const more = similar ? await find(db, search, similar) : found
  if (more.total > 0 || !mayLeaveOut) return { found: more, leftOut: null }

  const wanted = similar ?? exact
  const { near, shown, isCounted } = search
  const wordsOnly = { ...withoutFilters(search), near, shown, isCounted }
  if (countFilters(search) > 0) {
    const anyPlace = await find(db, wordsOnly, wanted)
    if (anyPlace.total > 0) return { found: anyPlace, leftOut: 'filters' as const }
  }
  const nearest = await findNearest(db, synonyms, wordsOnly, { wanted, exact })
  return nearest ?? { found: more, leftOut: null }
}

/** No post has all parts: those that the best post has, and what was left out; null if no post has any. */
async function findNearest(
  db: Db,
  synonyms: Synonyms,
  search: Asked,
  { wanted, exact }: { wanted: Words; exact: Words },
) {
  const { parts } = wanted
  if (parts.length < 2) return null
  const subjects = new Set(subjectsOf(exact.parts, synonyms))
  const subjectsOnly = parts.filter((_, n) => subjects.has(exact.parts[n]!))
  const all = { parts, exact: exact.parts, subjects: subjectsOnly }
  const has = (await findPartsOfBest(db, subjectsOnly, all)) ?? (await findPartsOfBest(db, parts, all))
  if (has === null) return null
  const kept = rankedWords(
    exact.parts.filter((_, n) => has[n]),
    synonyms,
  )
  return {
    found: await find(db, search, { ...kept, parts: parts.filter((_, n) => has[n]) }),
    leftOut: parts.filter((_, n) => !has[n]).map((part) => part.typed),
  }
}

interface Wanted {
  parts: Part[]
  /** As they were typed. */
  exact: Part[]
  /** What the search is about. */
  subjects: Part[]
}

/**
 * Which of the parts the best of the posts with any of `some` has: the one with most of what the search is about, then with the most parts,
 * the most of them as they were typed. Of several that lack one part, one that lacks the first; of these, the newest.
 */
async function findPartsOfBest(db: Db, some: Part[], { parts, exact, subjects }: Wanted) {
  if (some.length === 0) return null
  const { rows } = await sql<{ has: boolean[] }>`
    with
      asked as materialized (
        select
          ${parts.map(partQuery)}::text[]::tsquery[] as parts,
          ${exact.map(partQuery)}::text[]::tsquery[] as exact,
          ${subjects.map(partQuery)}::text[]::tsquery[] as subjects
      ),
      candidate as (
        select
          post_id,
          array(select words @@ part from unnest(parts) with ordinality as one (part, nth) order by nth) as has,
          (select count(*) from unnest(subjects) as part where words @@ part) as subjects_had,
          (select count(*) from unnest(parts) as part where words @@ part) as parts_had,
          (select count(*) from unnest(exact) as part where words @@ part) as as_typed
        from asked, newest_found(${anyPartQuery(some)}::tsquery, null, ${candidatesMax}) as found
          join searchable_posts on post_id = any(found.ids)
      )
    select has
    from candidate
    order by subjects_had desc, parts_had desc, as_typed desc,
      case when parts_had = ${parts.length - 1} then has end, post_id desc
    limit 1`.execute(db)
  return rows[0]?.has ?? null
}

/** The words with those that may have been meant by them; null if there are none. */
async function withSimilarWords(db: Db, synonyms: Synonyms, words: Words): Promise<Words | null> {
  const single = words.parts.map(({ typed }) => typed).filter((typed) => !typed.includes(' '))
  const last = words.parts.at(-1)!.typed
  const [near, others, beginning, isRenewing] = await Promise.all([
    findNearWords(db, single),
    findInOtherScript(db, single),
    last.includes(' ') ? [] : findWordsBeginning(db, last),
    isIndexRenewing(db),
  ])
  const similarTo = (typed: string) => [
    ...(near.get(typed) ?? []),
    ...(others.get(typed) ?? []),
    ...(typed === last ? beginning : []),
  ]
  const parts = words.parts.map((part) => ({
    ...part,
    alternatives: withoutDoubles([
      ...part.alternatives,
      ...(isRenewing ? [part.typed.split(' ').map(lexemeOf)] : []), // a post that is not yet indexed by what its words mean
      ...similarTo(part.typed).map((word) => meaningOf(word, synonyms)),
    ]),
  }))
  const hasMore = parts.some(({ alternatives }, n) => alternatives.length > words.parts[n]!.alternatives.length)
  return hasMore ? { ...words, parts } : null
}

async function find(db: Db, search: Asked, { parts, beginning, firstWord, ranks }: Words): Promise<Found> {
  const filters = filterQueries(search)
  const { rows } = await sql<Found>`
    select ids, total, is_cut as "isCut", coalesce(counts, '{}') as counts,
      total_of_words as "totalOfWords"
    from search_everything(
      ${parts.map(partQuery)}::text[]::tsquery[], ${filters.map(([facet]) => facet)}::text[],
      ${filters.map(([, query]) => query)}::text[]::tsquery[],
      ${paiseOf(search.from) ?? 0}, ${paiseOf(search.to) ?? paiseMax}, ${beginning.join(' ').slice(0, 200)},
      ${ranks}::text[]::tsquery[], ${search.sort}, ${search.shown}, ${search.near}::text[], ${firstWord}::tsquery, ${search.isCounted}
    )`.execute(db.withoutPlugins()) // which would rename the choices that are counted
  const { counts, ...found } = rows[0]!
  return { ...found, counts: { ...noChoices(), ...counts } }
}

const paiseOf = (rupees: number | null) => (rupees === null ? null : rupees * 100)

/** Each facet from which something is chosen, with its query; the price has none, as it is compared. */
function filterQueries(search: Search) {
  const queries = chosenOf(search).map(([facet, choices]): [string, string | null] => [
    facet,
    choiceQuery(facet, choices),
  ])
  return search.from === null && search.to === null ? queries : [...queries, ['price', null] as const]
}
