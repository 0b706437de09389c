import { sql } from 'kysely'

import { neighboursOf } from '#app/accounts/districts.ts'
import type { Viewer } from '#app/accounts/account-rules.ts'
import type { Db } from '#app/platform/db.server.ts'
import { findPosts } from '#app/posts/post-queries.server.ts'

import { findInOtherScript, findNearWords, findWordsBeginning } from './near-words.server.ts'
import { allPriceSteps, priceStepsOf } from './price-steps.ts'
import { type FacetName, facetNames, type Search, withoutFilters } from './search-filters.ts'
import { anyPartQuery, choiceQuery, nameQuery, noChoiceQuery, partQuery, partsQuery } from './search-query.ts'
import { lexemeOf, type Synonyms } from './synonyms.ts'
import { splitWords } from './split-words.server.ts'
import { meaningOf, type Part, understandSearch } from './understand-search.ts'

/** With this many results the search has no typing mistakes: similar words are not looked up. */
const enoughExact = 12

const paiseMax = 1_000_000_00

/** The database compares at most so many ranks. */
const ranksMax = 4

/** How many posts each choice has. */
export type FacetCounts = Record<FacetName, Record<string, number>>

interface Found {
  ids: string[]
  total: number
  /** Whether there are more than were counted: the counts are at least so many. */
  isCut: boolean
  counts: FacetCounts
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
    from: asked.from ?? priceFrom,
    to: asked.to ?? priceTo,
    sort: isCheapest && asked.sort === 'match' ? 'price' : asked.sort,
  }
  const exact: Words = { typed, parts, ranks: typed.length > 0 ? [nameQuery(typed)] : [] }
  const { found, leftOut } = await findOrNearest(db, synonyms, search, exact)
  return {
    posts: await findPosts(db, viewer, found.ids),
    total: found.total,
    isCut: found.isCut,
    counts: found.counts,
    classes: synonyms.classes.map(({ name }) => name),
    leftOut,
  }
}

export type SearchResult = Awaited<ReturnType<typeof searchEverything>>

async function findOrNearest(db: Db, synonyms: Synonyms, search: Search, exact: Words) {
  const found = await find(db, search, exact)
  if (found.total >= enoughExact || exact.parts.length === 0) return { found, leftOut: null }
  const similar = await withSimilarWords(db, synonyms, exact)
  const more = similar ? await find(db, search, similar) : found
  if (more.total > 0) return { found: more, leftOut: null }

  const wanted = similar ?? exact
  const anyPlace = await find(db, withoutFilters(search), wanted)
  if (anyPlace.total > 0) return { found: anyPlace, leftOut: 'filters' as const }
  return findNearest(db, withoutFilters(search), wanted)
}

/** No post has all parts: those that the best post has, and what was left out. */
async function findNearest(db: Db, search: Search, words: Words) {
  const { typed, parts } = words
  const nothing = { found: await find(db, search, words), leftOut: null }
  if (parts.length < 2) return nothing
  const withoutOne = parts.slice(0, ranksMax).map((part) => partsQuery(parts.filter((other) => other !== part))!)
  const [best] = (await run(db, search, { asked: anyPartQuery(parts), ranks: withoutOne, typed })).ids
  if (best === undefined) return nothing
  const has = await findPartsOf(db, best, parts)
  return {
    found: await find(db, search, { ...words, parts: parts.filter((_, n) => has[n]) }),
    leftOut: parts.filter((_, n) => !has[n]).map((part) => part.typed),
  }
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
  const [near, others, beginning] = await Promise.all([
    findNearWords(db, single),
    findInOtherScript(db, single),
    last.includes(' ') ? [] : findWordsBeginning(db, last),
  ])
  const similarTo = (typed: string) => [
    ...(near.get(typed) ?? []),
    ...(others.get(typed) ?? []),
    ...(typed === last ? beginning : []),
  ]
  const parts = words.parts.map(({ typed, alternatives }) => ({
    typed,
    alternatives: [
      ...alternatives,
      ...(synonyms.lexemes.has(typed) ? [typed.split(' ').map(lexemeOf)] : []), // what is not yet indexed by its meaning
      ...similarTo(typed).map((word) => meaningOf(word, synonyms)),
    ],
  }))
  const hasMore = parts.some(({ alternatives }, n) => alternatives.length > words.parts[n]!.alternatives.length)
  return hasMore ? { ...words, parts, ranks: [...words.ranks, partsQuery(words.parts)!] } : null
}

const find = (db: Db, search: Search, { typed, parts, ranks }: Words) =>
  run(db, search, { asked: partsQuery(parts), ranks, typed })

interface Query {
  asked: string | null
  ranks: string[]
  typed: string[]
}

async function run(db: Db, search: Search, { asked, ranks, typed }: Query): Promise<Found> {
  const filters = filterQueries(search, asked !== null)
  const { rows } = await sql<Found>`
    select ids, total, is_cut as "isCut", coalesce(counts, '{}') as counts
    from search_everything(
      ${asked}::tsquery, ${filters.map(([facet]) => facet)}::text[], ${filters.map(([, query]) => query)}::text[]::tsquery[],
      ${paiseOf(search.from) ?? 0}, ${paiseOf(search.to) ?? paiseMax}, ${typed.join(' ').slice(0, 200)},
      ${ranks}::text[]::tsquery[], ${search.sort}, ${search.shown}
    )`.execute(db.withoutPlugins()) // which would rename the choices that are counted
  const { counts, ...found } = rows[0]!
  return { ...found, counts: Object.fromEntries(facetNames.map((name) => [name, counts[name] ?? {}])) as FacetCounts }
}

const paiseOf = (rupees: number | null) => (rupees === null ? null : rupees * 100)

/** A query for each facet from which something is chosen. `hasMore`: whether the search asks for words, too. */
function filterQueries({ chosen, isNear, from, to }: Search, hasMore: boolean) {
  const queries: [facet: FacetName | 'price', query: string][] = []
  const add = (facet: FacetName, choices: string[], word: string = facet) => {
    if (choices.length > 0) queries.push([facet, choiceQuery(choices.map((choice) => `${word} ${choice}`))])
  }
  for (const facet of ['kind', 'class', 'condition', 'seller'] as const) add(facet, chosen[facet])
  add('district', isNear ? chosen.district.flatMap((one) => [one, ...neighboursOf(one)]) : chosen.district)
  if (chosen.field.length > 0) {
    queries.push(['field', choiceQuery(chosen.field.flatMap((field) => [field, `category ${field}`]))])
  }
  if (from !== null || to !== null) {
    queries.push([
      'price',
      priceQuery(priceStepsOf(paiseOf(from) ?? 0, paiseOf(to) ?? paiseMax), hasMore || queries.length > 0),
    ])
  }
  return queries
}

/** Each step costs: where most are asked for, and the search asks for more, the others are excluded instead. */
function priceQuery(steps: number[], hasMore: boolean) {
  const others = allPriceSteps.filter((step) => !steps.includes(step))
  const choices = (of: number[]) => of.map((step) => `price ${step}`)
  if (steps.length === 0) return choiceQuery(['price none'])
  return hasMore && others.length > 0 && others.length < steps.length
    ? noChoiceQuery(choices(others))
    : choiceQuery(choices(steps))
}
