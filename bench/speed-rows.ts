import type { VisitName } from './visits.ts'

/** What a cache may answer: the same few addresses over and over. */
export const cached: VisitName[] = [
  ...(['home', 'Books', 'Novels', 'Notes', 'Courses', 'Books, page 2'] as const),
  ...(['search, common word', 'search, rare word', 'search, misspelt'] as const),
]
export const uncached: VisitName[] = ['home, not cached', 'Books from anywhere, not cached']
export const searches: VisitName[] = [
  'search, ever new words',
  'search, ever new single words',
  'search, ever new frequent words',
  'search, ever new misspelt',
  'search, ever new few letters',
]
export const datas: VisitName[] = ['Books, .data', 'Books from anywhere, .data']
export const paging: VisitName[] = ['Books, page 2', 'Books from anywhere, not cached', 'Books from anywhere, .data']

/** What all others are compared with: rendered by this program itself, from the same rows, in the same minutes. */
export const reference = 'a page of 12 cards, by renderToString'

interface Row {
  name: string
  visit: VisitName
  connections: number
}
export const alone = (visit: VisitName) => `${visit}, one at a time`
export const rows: Row[] = [
  ...([...cached, ...uncached, ...searches, ...datas, 'Books, signed in', 'log-in', 'order'] as const).map((visit) => ({
    name: visit,
    visit,
    connections: 32,
  })),
  ...searches.map((visit) => ({ name: alone(visit), visit, connections: 1 })),
]

/**
 * Milliseconds of CPU a page on two ARM cores with 10,000 posts, before cards became React components, and of the reference
 * page on the same machine. Milliseconds differ from machine to machine, so the limits are ratios of these.
 */
const before = { cached: 0.12, books: 2, signedIn: 2.35, reference: 0.985 }

/** All that is required, each the most that is allowed. */
export const limits = {
  /** CPU, in times the reference page's. */
  cpu: {
    /** As before; a tenth is what runs differ by. */
    cached: (1.1 * before.cached) / before.reference,
    /** Half as much again as before: the price of cards that are ordinary React components. */
    books: (1.5 * before.books) / before.reference,
    signedIn: (1.5 * before.signedIn) / before.reference,
  },
  /** CPU of a list among a million posts, in times that among 10,000: lists are read by an index, so only noise. */
  growth: 1.2,
  /** Below 100 ms an answer feels immediate: half of that is left to the network. */
  searchP99Ms: 50,
  /** Of Node and of the largest process of PostgreSQL: no more than before cards became React components. */
  restMegabytes: 250,
  loadMegabytes: 400,
  /** Memory after 100,000 requests, in times that before them: nothing leaks. */
  longMemory: 1.05,
}
