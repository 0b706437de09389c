import { randomBytes, randomUUID } from 'node:crypto'

import { buyPath } from '#app/access/paths.ts'
import { districts } from '#app/accounts/districts.ts'
import { conditions } from '#app/posts/conditions.ts'
import { streams } from '#app/posts/search/stream-rules.ts'
import { makersPassword } from '#database/makers.ts'

import type { Connection } from './connection.ts'
import { vocabulary } from './fill-posts.ts'

/** One user action; resolves to whether the response was right. */
export type Visit = (connection: Connection) => Promise<boolean>

/** The data of a site that visits need. */
export interface Site {
  /** Books, the newest first, with what a buyer pays. */
  books: { id: string; path: string; payablePaise: number }[]
  /** Session tokens of students who sell nothing; `phones` are theirs, too. */
  sessions: string[]
  phones: string[]
  /** Placed orders of used copies: the n-th is of the sides that `dealSides` names. */
  deals: string[]
  /** Sessions of two students who bought 100 and 100,000 things. */
  purchasers: { few: string; many: string }
}

/** Who sells and who buys in the n-th deal, of 200 students or of their sessions. */
export const dealSides = <T>(n: number, students: readonly T[]) => ({
  seller: students[n % 100]!,
  buyer: students[100 + (n % 100)]!,
})

const common = ['physics', 'science', 'class', 'history', 'chemistry']
const rare = vocabulary.slice(1_500, 5_500)
const misspelt = ['phisics', 'grammer', 'orgenic', 'mathmatics', 'ব্যাকরন']

/** Headers of Chrome on Android over HTTPS: over plain HTTP it offers neither br nor zstd. */
const browser = 'Host: 127.0.0.1\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n'
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${browser}${headers}\r\n`
const post = (path: string, form: Record<string, string>, headers = '') => {
  const body = new URLSearchParams(form).toString()
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n'
  return `POST ${path} HTTP/1.1\r\n${browser}${headers}${type}Content-Length: ${body.length}\r\n\r\n${body}`
}
const session = (token: string) => `Cookie: puthi-session=${token}\r\n`
/** As the page's script requests data: of this route only, because it has the data that all pages share. */
export const getData = (query: string) => get(`/_.data?${query}&_routes=market%2Fstart-page`)
const search = (words: string) => get(`/?tab=books&name=${encodeURIComponent(words)}`)

/** A search of everything with up to three filters, in any order of results. */
function everything() {
  const params = new URLSearchParams({ n: newNumber() })
  if (Math.random() < 0.8) params.set('q', Math.random() < 0.5 ? any(asked) : `${any(vocabulary)} ${any(asked)}`)
  const filters = Object.entries(choices)
  for (let n = Math.floor(Math.random() * 4); n > 0; n--) {
    const [name, values] = any(filters)
    params.append(name, any(values))
  }
  params.set('sort', any(['match', 'newest', 'price']))
  return params
}
const asked = [
  ...common,
  'class 12',
  'hs 2nd year',
  'maths',
  'notes',
  'political science',
  'phisics',
  'under 200',
  'b.sc',
]
const choices = {
  kind: ['book', 'novel', 'note', 'course'],
  condition: conditions,
  seller: ['student', 'store'],
  district: districts,
  class: ['HS 2nd Year', 'Class 10', 'LLB'],
  field: streams,
  from: ['50', '200'],
  to: ['100', '500'],
}

const any = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)]!
let turns = 0
const next = <T>(of: readonly T[]) => of[turns++ % of.length]!

/** A word in random upper and lower case: the same word to a search, but another cache key. */
export const newWord = () =>
  any(vocabulary).replaceAll(/./gu, (letter) => (Math.random() < 0.5 ? letter.toUpperCase() : letter))

/** A visit that sends the same request each time, or one made anew each time. */
function asks(request: string | (() => string), { status = 200 } = {}): Visit {
  const bytes = typeof request === 'string' ? Buffer.from(request) : null
  return async (connection) => {
    const answer = await connection.ask(bytes ?? (request as () => string)())
    return answer.status === status
  }
}

/** A `before` cursor that nobody requested before, so that no cache has its page: an id near an existing one. */
const newCursor = ({ books }: Site) => any(books).id.slice(0, 24) + newNumber()
const newNumber = () => randomBytes(6).toString('hex')

export const visits = {
  home: () => asks(get('/')),
  Books: () => asks(get('/?tab=books')),
  Novels: () => asks(get('/?tab=novels')),
  Notes: () => asks(get('/?tab=notes')),
  Courses: () => asks(get('/?tab=courses')),
  'Books, page 2': ({ books }) => asks(get(`/?tab=books&before=${books[11]!.id}`)),
  'search, common word': () => asks(() => search(next(common))),
  'search, rare word': () => asks(() => search(next(rare.slice(0, 50)))),
  'search, misspelt': () => asks(() => search(next(misspelt))),

  'a post': ({ books }) => asks(() => get(next(books.slice(0, 50)).path)),
  'search of everything': () => asks(() => get(`/search?q=${next(common)}`)),

  'home, not cached': () => asks(() => get(`/?n=${newNumber()}`)),
  'Books from anywhere, not cached': (site) => asks(() => get(`/?tab=books&before=${newCursor(site)}`)),
  'a post, not cached': ({ books }) => asks(() => get(`${any(books).path}?n=${newNumber()}`)),
  'search of everything, ever new': () => asks(() => get(`/search?${everything()}`)),
  'search, ever new words': () => asks(() => search(`${any(rare)} ${any(rare)}`)),
  'search, ever new single words': () => asks(() => search(newWord())),
  'search, ever new frequent words': () => asks(() => search(`${any(common)} ${any(vocabulary.slice(0, 300))}`)),
  'search, ever new misspelt': () => asks(() => search(`${any(misspelt)} ${any(rare)}`)),
  'search, ever new few letters': () => asks(() => search(`${any(vocabulary).slice(0, 3)} ${any(rare).slice(0, 2)}`)),
  'Books, .data': () => asks(getData('tab=books')),
  'Books from anywhere, .data': (site) => asks(() => getData(`tab=books&before=${newCursor(site)}`)),

  'Books, signed in': ({ sessions }) => asks(() => get('/?tab=books', session(next(sessions)))),
  'log-in': ({ phones }) =>
    asks(() => post('/login', { phone: next(phones), password: makersPassword }), { status: 303 }),
  order: (site) => asks(() => order(site), { status: 303 }),
  'step of an order': (site) => asks(() => step(site), { status: 303 }),
  'purchases, of 100': ({ purchasers }) => asks(get('/purchases', session(purchasers.few))),
  'purchases, of 100,000': ({ purchasers }) => asks(get('/purchases', session(purchasers.many))),

  'all sorts': allSorts,
} satisfies Record<string, (site: Site) => Visit>

export type VisitName = keyof typeof visits

/** Mostly pages that many people request, and now and then one that is not cached. */
function allSorts(site: Site): Visit {
  const often = [visits.home(), visits.Books(), visits.Novels(), visits.Notes(), visits['search, common word']()]
  const seldom = [visits['Books from anywhere, not cached'](site), visits['Books, signed in'](site)]
  return (connection) => (Math.random() < 0.9 ? any(often) : any(seldom))(connection)
}

function order({ books, sessions }: Site) {
  const { id, payablePaise } = any(books)
  const form = {
    key: randomUUID(),
    shownPaise: String(payablePaise),
    name: 'Rituraj Das',
    phone: '9876543210',
    alternativePhone: '',
    quantity: '1',
    pin: '781001',
    address: 'Panbazar, Guwahati',
  }
  return post(buyPath(id), form, session(next(sessions)))
}

const steps = [
  { deed: 'accept to send', by: 'seller', at: '/userOrders' },
  { deed: 'mark as sent', by: 'seller', at: '/userOrders' },
  { deed: 'say received', by: 'buyer', at: '/purchases' },
] as const

/** How many steps were taken, by the first deal of a site. */
const taken = new Map<string, number>()

/** The first step of every deal, then the second of every deal, and then the third. */
function step({ deals, sessions }: Site) {
  const turn = taken.get(deals[0]!) ?? 0
  taken.set(deals[0]!, turn + 1)
  const nth = turn % deals.length
  const { deed, by, at } = steps[Math.floor(turn / deals.length)]!
  return post(at, { order: deals[nth]!, deed, key: randomUUID() }, session(dealSides(nth, sessions)[by]))
}
