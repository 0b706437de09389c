import type { VisitName } from './visits.ts'

/** Rows that the page cache may serve: they request the same few URLs over and over. */
export const cached: VisitName[] = [
  ...(['home', 'Books', 'Novels', 'Notes', 'Courses', 'Books, page 2'] as const),
  ...(['search, common word', 'search, rare word', 'search, misspelt', 'a post', 'search of everything'] as const),
]
export const uncached: VisitName[] = ['home, not cached', 'Books from anywhere, not cached', 'a post, not cached']
export const searches: VisitName[] = [
  'search, ever new words',
  'search, ever new single words',
  'search, ever new frequent words',
  'search, ever new misspelt',
  'search, ever new few letters',
]
/** With filters and counts. */
export const everything = 'search of everything, ever new'
export const datas: VisitName[] = ['Books, .data', 'Books from anywhere, .data']
export const ofOrders = ['order', 'step of an order', 'purchases, of 100', 'purchases, of 100,000'] as const
export const paging: VisitName[] = ['Books, page 2', 'Books from anywhere, not cached', 'Books from anywhere, .data']

/** The row that all others are compared with: this program renders it itself, from the same data, in every round. */
export const reference = 'a page of 12 cards, by renderToString'

interface Row {
  name: string
  visit: VisitName
  connections: number
}
export const alone = (visit: VisitName) => `${visit}, one at a time`
export const rows: Row[] = [
  ...(
    [...cached, ...uncached, ...searches, everything, ...datas, 'Books, signed in', 'log-in', ...ofOrders] as const
  ).map((visit) => ({
    name: visit,
    visit,
    connections: 32,
  })),
  ...([...searches, everything, 'a post, not cached'] as const).map((visit) => ({
    name: alone(visit),
    visit,
    connections: 1,
  })),
]

/**
 * CPU milliseconds per page on two ARM cores with 10,000 posts, before cards became React components, and those of the
 * reference page on the same machine. Milliseconds differ from machine to machine, so the limits are ratios of these.
 */
const before = { cached: 0.12, books: 2, signedIn: 2.35, reference: 0.985 }

/** Likewise, before orders had a life. */
const orderBefore = { order: 3.48, reference: 1.57 }

/** All requirements, each as a maximum. */
export const limits = {
  /** CPU as a multiple of the reference page's. */
  cpu: {
    /** As before, plus a tenth, by which runs differ. */
    cached: (1.1 * before.cached) / before.reference,
    /** Half as much again as before: the price of cards that are ordinary React components. */
    books: (1.5 * before.books) / before.reference,
    signedIn: (1.5 * before.signedIn) / before.reference,
    order: (1.3 * orderBefore.order) / orderBefore.reference,
  },
  /** CPU of the page of a post, and of a search of everything, as a multiple of that of a list. */
  ofList: 1.3,
  /** CPU of a page of purchases out of 100,000 as a multiple of that of one out of 100. */
  purchases: 1.2,
  /** CPU of a list at 1,000,000 posts as a multiple of that at 10,000. Lists are read by an index: a fifth is noise. */
  growth: 1.2,
  /** Below 100 ms a response feels immediate: half of that is left to the network. */
  searchP99Ms: 50,
  /** Of the search of everything, with filters and counts, and of the page of a post. */
  everythingP99Ms: 60,
  postP99Ms: 15,
  /** Memory of Node and of the largest PostgreSQL process: no more than before cards became React components. */
  restMegabytes: 250,
  loadMegabytes: 400,
  /** Memory at the end of 100,000 requests as a multiple of that at their start: a larger one would be a leak. */
  longMemory: 1.05,
}
