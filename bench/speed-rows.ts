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

interface Row {
  name: string
  visit: VisitName
  connections: number
}
export const alone = (visit: VisitName) => `${visit}, one at a time`
export const rows: Row[] = [
  ...(
    ['bare route', ...cached, ...uncached, ...searches, ...datas, 'Books, signed in', 'log-in', 'order'] as const
  ).map((visit) => ({ name: visit, visit, connections: 32 })),
  ...searches.map((visit) => ({ name: alone(visit), visit, connections: 1 })),
]
