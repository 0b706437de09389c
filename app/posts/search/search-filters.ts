import { districts, neighboursOf } from '#app/accounts/districts.ts'

import { conditions } from '../conditions.ts'
import type { PostKind } from '../post-rules.ts'
import { storableText } from './search-rules.ts'

/** What can be chosen, several of each. The names are those of the query parameters. */
export const facetNames = ['kind', 'class', 'field', 'condition', 'seller', 'district'] as const
export type FacetName = (typeof facetNames)[number]

export const sorts = { match: 'Best match', newest: 'Newest first', price: 'Price, low first' }
type Sort = keyof typeof sorts

/** How many results are shown at first, and with each Load More. */
export const resultsStep = 24
export const resultsMax = 240

/** A search over all posts, as it stands in the address. */
export interface Search {
  q: string
  chosen: Record<FacetName, string[]>
  /** Whether the neighbours of the chosen districts count as chosen. */
  isNear: boolean
  /** In rupees. */
  from: number | null
  to: number | null
  sort: Sort
  /** Whether what is near to the viewer comes no earlier than the rest. */
  isAnywhere: boolean
  /** How many results are shown. */
  shown: number
}

export const kindChoices: Record<PostKind, string> = {
  book: 'Books',
  novel: 'Novels',
  note: "Note's",
  course: 'Courses',
}
export const sellerChoices = { student: 'Students', store: 'Book stores' }

const known: Partial<Record<FacetName, readonly string[]>> = {
  kind: Object.keys(kindChoices),
  condition: conditions,
  seller: Object.keys(sellerChoices),
  district: districts,
}

const choicesMax = 40
const choiceMax = 100

/** Unknown and malformed values are left out: an address may have been typed or cut. */
export function readSearch(params: URLSearchParams): Search {
  const choicesOf = (facet: FacetName) =>
    [...new Set(params.getAll(facet).map(storableText))]
      .filter((value) => value !== '' && value.length <= choiceMax && (known[facet]?.includes(value) ?? true))
      .slice(0, choicesMax)
  const sort = params.get('sort')
  const shown = Math.ceil(Number(params.get('shown')) / resultsStep) * resultsStep
  const [from, to] = inOrder(readRupees(params.get('from')), readRupees(params.get('to')))
  return {
    q: storableText(params.get('q') ?? ''),
    chosen: Object.fromEntries(facetNames.map((facet) => [facet, choicesOf(facet)])) as Search['chosen'],
    isNear: params.has('near'),
    from,
    to,
    sort: sort !== null && Object.hasOwn(sorts, sort) ? (sort as Sort) : 'match',
    isAnywhere: params.has('anywhere'),
    shown: Math.min(Math.max(shown || 0, resultsStep), resultsMax),
  }
}

const rupeesMax = 1_000_000

function readRupees(text: string | null) {
  const digits = text?.replaceAll(/[\s,₹]/g, '') ?? ''
  return /^\d{1,9}$/.test(digits) ? Math.min(Number(digits), rupeesMax) : null
}

/** From 200 to 100 is meant as from 100 to 200. */
const inOrder = (from: number | null, to: number | null): [number | null, number | null] =>
  from !== null && to !== null && from > to ? [to, from] : [from, to]

/** The address of a search; what is as at first is left out. */
export function searchPath({ q, chosen, isNear, from, to, sort, isAnywhere, shown }: Search) {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  for (const facet of facetNames) for (const value of chosen[facet]) params.append(facet, value)
  if (isNear && chosen.district.length > 0) params.set('near', 'on')
  if (from !== null) params.set('from', String(from))
  if (to !== null) params.set('to', String(to))
  if (sort !== 'match') params.set('sort', sort)
  if (isAnywhere) params.set('anywhere', 'on')
  if (shown !== resultsStep) params.set('shown', String(shown))
  return params.size > 0 ? `/search?${params}` : '/search'
}

/** The search with one choice more, or less. Starts with the first results again. */
export function withChoice(search: Search, facet: FacetName, value: string, isChosen: boolean): Search {
  const others = search.chosen[facet].filter((one) => one !== value)
  return {
    ...search,
    chosen: { ...search.chosen, [facet]: isChosen ? [...others, value] : others },
    shown: resultsStep,
  }
}

export const withoutFilters = ({ q, sort, isAnywhere }: Search): Search => ({
  ...readSearch(new URLSearchParams()),
  q,
  sort,
  isAnywhere,
})

/** A deal is made by hand: of equally good matches, those in the viewer's district and beside it come first. */
export const nearFirst = ({ sort, isAnywhere, chosen }: Search, district: string | null) =>
  district === null || isAnywhere || !mayBeNearFirst({ sort, chosen }) ? [] : [district, ...neighboursOf(district)]

export const mayBeNearFirst = ({ sort, chosen }: Pick<Search, 'sort' | 'chosen'>) =>
  sort === 'match' && chosen.district.length === 0

/** The facets from which something is chosen, with the neighbours of districts where these count. */
export function chosenOf({ chosen, isNear }: Search): [FacetName, string[]][] {
  const { district } = chosen
  const near = isNear ? district.flatMap((one) => [one, ...neighboursOf(one)]) : district
  return facetNames
    .map((facet): [FacetName, string[]] => [facet, facet === 'district' ? near : chosen[facet]])
    .filter(([, choices]) => choices.length > 0)
}

type Price = Pick<Search, 'from' | 'to'>

/** The price that the words name completes the one of the filters, unless they exclude each other. */
export function priceOf({ from, to }: Price, said: Price): Price {
  const both = { from: from ?? said.from, to: to ?? said.to }
  return both.from !== null && both.to !== null && both.from > both.to ? { from, to } : both
}

/** How many filters are set: each choice, and the price. */
export const countFilters = ({ chosen, from, to }: Search) =>
  facetNames.reduce((sum, facet) => sum + chosen[facet].length, 0) + (from !== null || to !== null ? 1 : 0)

const countMax = 100

/** How many posts a choice has: "100+" from a hundred on; "12+" if only the newest posts were counted. */
export function choiceCount(count = 0, isCut: boolean) {
  if (count >= countMax) return `${countMax}+`
  return isCut && count > 0 ? `${count}+` : String(count)
}

/** A choice in words. */
export function choiceLabel(facet: FacetName, value: string) {
  if (facet === 'kind') return kindChoices[value as PostKind]
  if (facet === 'seller') return sellerChoices[value as keyof typeof sellerChoices]
  return value
}
