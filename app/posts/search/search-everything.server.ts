import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { findPostsAndSellers } from '#app/posts/post-queries.server.ts'

import { findInOtherScript, findNearWords, findWordsBeginning } from './near-words.server.ts'
import {
  chosenOf,
  countFilters,
  type FacetName,
  facetNames,
  priceOf,
  type Search,
  withoutFilters,
} from './search-filters.ts'
import { anyPartQuery, choiceQuery, nameQuery, partQuery, partsQuery } from './search-query.ts'
import { lexemeOf, type Synonyms, withoutDoubles } from './synonyms.ts'
import { isIndexRenewing } from './renew-index.job.server.ts'
import { splitWords } from './split-words.server.ts'
import { meaningOf, type Part, understandSearch } from './understand-search.ts'

/** If so many posts have the words, they have no typing mistakes: similar words are not looked up. */
const enoughExact = 12

const paiseMax = 1_000_000_00

/** If nothing has all words: how many of them may be the one that is left out, and how many posts are compared. */
const ranksMax = 4
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

/** What the words of a search ask for, besides its filters. */
interface Words {
  /** As the index spells them. */
  typed: string[]
  parts: Part[]
  /** Better results first: posts with all of the first query, then of the second. */
  ranks: string[]
}

/**
 * Searches all posts. Posts that have everything come first: with the words in their name, then with words of the same meaning,
 * then with similar words. If there are none, the nearest, with what was left out of the search.
 */
export async function searchEverything(db: Db, viewer: Viewer | null, synonyms: Synonyms, asked: Search) {
  const typed = await splitWords(db, asked.q)
  const { parts, priceFrom, priceTo, isCheapest } = understandSearch(typed, synonyms)
  const search: Search = {
    ...asked,
    ...priceOf(asked, { from: priceFrom, to: priceTo }),
    sort: isCheapest && asked.sort === 'match' ? 'price' : asked.sort,
  }
  const exact: Words = { typed, parts, ranks: typed.length > 0 ? [nameQuery(typed)] : [] }
  const { found, leftOut } = await findOrNearest(db, synonyms, search, exact)
  return {
    ...(await findPostsAndSellers(db, viewer, found.ids)),
    total: found.total,
    isCut: found.isCut,
    counts: found.counts,
    classes: synonyms.classes.map(({ name }) => name),
    leftOut,
  }
}

/** As the page has it. */
export type SearchResult = Omit<Awaited<ReturnType<typeof searchEverything>>, 'sellerIds'>

async function findOrNearest(db: Db, synonyms: Synonyms, search: Search, exact: Words) {
  const found = await find(db, search, exact)
  if (found.total >= enoughExact || exact.parts.length === 0) return { found, leftOut: null }
  const hasTypos = found.totalOfWords < enoughExact
  const similar = hasTypos ? await withSimilarWords(db, synonyms, exact) : null
  const more = similar ? await find(db, search, similar) : found
  if (more.total > 0) return { found: more, leftOut: null }

  const wanted = similar ?? exact
  const wordsOnly = { ...withoutFilters(search), shown: search.shown }
  if (countFilters(search) > 0) {
    const anyPlace = await find(db, wordsOnly, wanted)
    if (anyPlace.total > 0) return { found: anyPlace, leftOut: 'filters' as const }
  }
  const nearest = await findNearest(db, wordsOnly, wanted)
  return nearest ?? { found: more, leftOut: null }
}

/** No post has all parts: those that the best post has, and what was left out; null if no post has any. */
async function findNearest(db: Db, search: Search, words: Words) {
  const { parts } = words
  if (parts.length < 2) return null
  const best = await findBest(db, parts)
  if (best === null) return null
  const has = await findPartsOf(db, best, parts)
  return {
    found: await find(db, search, { ...words, parts: parts.filter((_, n) => has[n]) }),
    leftOut: parts.filter((_, n) => !has[n]).map((part) => part.typed),
  }
}

/** The newest post of those that have all parts but one, or else one of the parts. */
async function findBest(db: Db, parts: Part[]) {
  const withoutOne = parts.slice(0, ranksMax).map((part) => partsQuery(parts.filter((other) => other !== part))!)
  const { rows } = await sql<{ postId: string }>`
    select post_id
    from newest_found(${anyPartQuery(parts)}::tsquery, null, ${candidatesMax}) as found
      join searchable_posts on post_id = any(found.ids)
    order by (
      select min(nth) from unnest(${withoutOne}::text[]::tsquery[]) with ordinality as rank (query, nth) where words @@ query
    ), post_id desc
    limit 1`.execute(db)
  return rows[0]?.postId ?? null
}

async function findPartsOf(db: Db, postId: string, parts: Part[]) {
  const { rows } = await sql<{ has: boolean[] }>`
    select array(
      select words @@ query::tsquery from unnest(${parts.map(partQuery)}::text[]) with ordinality as part (query, nth) order by nth
    ) as has
    from searchable_posts where post_id = ${postId}`.execute(db)
  return rows[0]?.has ?? []
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
  const parts = words.parts.map(({ typed, alternatives }) => ({
    typed,
    alternatives: withoutDoubles([
      ...alternatives,
      ...(isRenewing ? [typed.split(' ').map(lexemeOf)] : []), // a post that is not yet indexed by what its words mean
      ...similarTo(typed).map((word) => meaningOf(word, synonyms)),
    ]),
  }))
  const hasMore = parts.some(({ alternatives }, n) => alternatives.length > words.parts[n]!.alternatives.length)
  return hasMore ? { ...words, parts, ranks: [...words.ranks, partsQuery(words.parts)!] } : null
}

const find = (db: Db, search: Search, { typed, parts, ranks }: Words) =>
  run(db, search, { parts: parts.map(partQuery), ranks, typed })

interface Query {
  /** What a post must all have. */
  parts: string[]
  ranks: string[]
  typed: string[]
}

async function run(db: Db, search: Search, { parts, ranks, typed }: Query): Promise<Found> {
  const filters = filterQueries(search)
  const { rows } = await sql<Found>`
    select ids, total, is_cut as "isCut", coalesce(counts, '{}') as counts,
      total_of_words as "totalOfWords"
    from search_everything(
      ${parts}::text[]::tsquery[], ${filters.map(([facet]) => facet)}::text[],
      ${filters.map(([, query]) => query)}::text[]::tsquery[],
      ${paiseOf(search.from) ?? 0}, ${paiseOf(search.to) ?? paiseMax}, ${typed.join(' ').slice(0, 200)},
      ${ranks}::text[]::tsquery[], ${search.sort}, ${search.shown}
    )`.execute(db.withoutPlugins()) // which would rename the choices that are counted
  const { counts, ...found } = rows[0]!
  return { ...found, counts: Object.fromEntries(facetNames.map((name) => [name, counts[name] ?? {}])) as FacetCounts }
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
