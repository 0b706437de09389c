import type { AccountKind } from '#app/access/role-rules.ts'
import { buyPattern, commentsPattern, ordersPath, previewPattern, profilePath } from '#app/access/paths.ts'
import { siteMap } from '#app/access/site-map.ts'
import type { TeamPage } from '#app/access/team-map.ts'
import { newId } from '#app/platform/ids.server.ts'
import { slugOf } from '#app/posts/page/post-path.ts'

import { noteName, type Person } from './access-people.ts'

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type Method = (typeof methods)[number]

/** How a URL is requested: as a page, or as React Router's script requests the page's data. */
export type Form = 'page' | 'data'

export type Whose = 'own' | 'foreign' | 'missing'

/** A status, or the target of a redirect: `to /login`. */
export type Outcome = string

export interface Ask {
  person: Person
  method: Method
  form: Form
  /** Path and query exactly as sent. */
  path: string
  body?: Record<string, string>
  expected: Outcome[]
  /** Requests with the same text here must get the same response, except for the id. */
  alike?: string
  id?: string
  /** Texts that the response must not contain. */
  hides?: string[]
}

export const patterns = siteMap.map(({ path }) => path)

const pageOf = (pattern: string) => siteMap.find(({ path }) => path === pattern)!
export const whoMaySend = (page: string, form: string) => pageOf(page).sends?.[form] ?? []

export const isReading = (method: Method) => method === 'GET' || method === 'HEAD'

/** The outcome if the site map does not let the person open the page; null if it does. */
function refusalOf({ who }: Person, pattern: string): Outcome | null {
  const allowed = pageOf(pattern).opens
  if (allowed.includes(who)) return null
  return who === 'visitor' && allowed.includes('student') ? 'to /login' : '404'
}

/**
 * Query parameters that name a post or an order by its id. `isOwn`: another person's id must look like a missing one.
 * Otherwise the page opens with any id.
 */
export const named = [
  ...['/AlterBooksAndNovels', '/AlterPosts'].flatMap((page) => [
    { page, query: 'edit', thing: 'book', isOwn: true } as const,
    { page, query: 'delete', thing: 'book', isOwn: true } as const,
    { page, query: 'before', thing: 'book', isOwn: false } as const,
  ]),
  ...['/userOrders', '/orderlist'].flatMap((page) => [{ page, query: 'order', thing: 'order', isOwn: true } as const]),
  ...['/userOrders', '/orderlist', '/purchases'].flatMap((page) =>
    (['before', 'first', 'cancel', 'decline', 'problem'] as const).map(
      (query) => ({ page, query, thing: 'order', isOwn: false }) as const,
    ),
  ),
  { page: '/', query: 'before', thing: 'book', isOwn: false },
  { page: '/market', query: 'before', thing: 'book', isOwn: false },
  { page: '/my-requests', query: 'before', thing: 'book', isOwn: false },
  { page: '/wanted', query: 'before', thing: 'book', isOwn: false },
  { page: '/notices', query: 'before', thing: 'book', isOwn: false },
  { page: '/saved', query: 'before', thing: 'book', isOwn: false },
] satisfies { page: string; query: string; thing: 'book' | 'note' | 'order'; isOwn: boolean }[]

type Named = (typeof named)[number]

type Thing = 'book' | 'note' | 'course' | 'order' | 'seller' | 'notice'

/** What the id in a path is: of a seller, of a notice, or of a note, which is also a post that can be saved. */
export function thingIn(pattern: string): Thing {
  if (pattern.startsWith('/notices/')) return 'notice'
  if (pattern.startsWith('/purchases/')) return 'order'
  return pattern.startsWith('/sellers/') ? 'seller' : 'note'
}

export const savingPattern = '/saved/posts/:id'

/** The id of a thing of one's own, of another person's, or of none. People who own none get another person's as own. */
export function idOf(person: Person, thing: Thing, whose: Whose) {
  if (whose === 'missing') return newId()
  return (whose === 'own' ? person.owned?.[thing] : null) ?? person.foreign[thing]!
}

const ownsIt = (person: Person, thing: Thing, whose: Whose) =>
  whose === 'own' && (person.owned?.[thing] ?? null) !== null

export function pathOf(pattern: string, id: string) {
  return pattern
    .replace(':id', id)
    .replace(':slug', slugOf({ kind: 'note', name: noteName }))
    .replace(':number', '1')
    .replace('/*', '/no-such-page')
}

/** The canonical path of a note's page, to which all its other addresses redirect. */
export const notePath = (id: string) => pathOf('/posts/:id/:slug', id)

export const inForm = (path: string, form: Form) => (form === 'page' ? path : path === '/' ? '/_.data' : `${path}.data`)

/** The outcome of GET and HEAD without a query parameter of `named`. */
export function expectedReading(person: Person, pattern: string, form: Form, whose: Whose, id: string): Outcome {
  const refusal = refusalOf(person, pattern)
  if (refusal) return refusal
  switch (pattern) {
    case '/*':
      return '404'
    case '/logout':
      return 'to /'
    case '/notices/push':
      return 'to /notices'
    case '/saved-searches':
      return 'to /my-requests'
    case '/notices/:id':
      return ownsIt(person, 'notice', whose) ? `to ${ordersPath[person.who as AccountKind]}` : '404'
    case '/report':
      return '404' // without what is reported
    case '/unsubscribe':
      return '404' // without the proof that its mail has
    case '/reset-password':
    case '/confirm-email':
      return '410' // without the token that its mail has
    case '/account/confirmation':
      return `to ${profilePath[person.who as AccountKind]}`
    case '/sellers/:id':
    case '/sellers/:id/ratings':
      return whose === 'missing' ? '404' : '200'
    case savingPattern:
      return `to /posts/${id}`
    case '/posts/:id':
      return whose === 'missing' ? '410' : `to ${notePath(id)}`
    case '/posts/:id/:slug':
      return whose === 'missing' ? '410' : '200'
    case buyPattern:
      if (whose === 'missing') return `to /posts/${id}`
      return ownsIt(person, 'note', whose) ? `to ${notePath(id)}` : '200'
    case commentsPattern:
    case previewPattern:
      return whose === 'missing' ? `to /posts/${id}` : '200'
    case '/posts/:id/preview/:number':
      return form === 'page' && whose !== 'missing' ? '200' : '404' // a PDF has no data request
    case '/purchases/:id/pdfs/:number':
      return '404' // they sold what is in these orders
    case '/posts/:id/pdfs/:number':
      return form === 'page' && ownsIt(person, 'note', whose) ? '200' : '404'
    default:
      return '200'
  }
}

/** The expected response to a POST without fields: 400 for roles that may submit the form, otherwise a refusal. */
export function expectedSending(person: Person, pattern: string): Outcome {
  const refusal = refusalOf(person, pattern)
  if (refusal) return refusal
  if (pattern === '/logout') return 'to /'
  if (pattern === '/report') return '404' // as above
  if (pattern === '/reset-password' || pattern === '/confirm-email') return '410'
  if (pattern === '/unsubscribe' || pattern === '/forgot-password') return '404' // it has no mail server
  if (whoMaySend(pattern, '').includes(person.who)) return '400'
  if (person.who === 'visitor' && whoMaySend(pattern, '').includes('student')) return 'to /login'
  const takesForms = pattern === '/*' || pageOf(pattern).sends !== undefined
  return takesForms ? '404' : '405'
}

/** The outcome of GET with a query parameter of `named`. */
export function expectedOpening(person: Person, { page, thing, isOwn }: Named, whose: Whose): Outcome {
  const refusal = refusalOf(person, page)
  if (refusal) return refusal
  return !isOwn || ownsIt(person, thing, whose) ? '200' : '404'
}

/** The refusal of a correctly filled form about a thing of `named`; null where the form must succeed. */
export function expectedDeed(person: Person, { page, query, thing }: Named, whose: Whose): Outcome | null {
  const refusal = refusalOf(person, page)
  if (refusal) return refusal
  if (!whoMaySend(page, query).includes(person.who)) return person.who === 'visitor' ? 'to /login' : '404'
  return ownsIt(person, thing, whose) ? null : '404'
}

/** The outcome of a request without fields for a page of the team, about a thing that does not exist. */
export function expectedOfTeam({ team }: Person, { path, opens, sends = [] }: TeamPage, isRead: boolean): Outcome {
  const allowed = isRead ? opens : sends
  const isMember = team === 'support' || team === 'owner'
  if (allowed !== 'everyone' && !(isMember && allowed.includes(team)))
    return team === 'logged out' ? 'to /team/login' : '404'
  switch (path) {
    case '/team':
    case '/team/logout':
      return 'to /team/tickets'
    case '/team/login':
      if (isMember) return 'to /team/tickets'
      return isRead ? '200' : '400'
    case '/team/login/code':
      return 'to /team/login' // without the password
    case '/team/password':
      return isRead ? '410' : '400' // without the token of a link
    case '/team/tickets/:number':
      return isRead ? '404' : '400'
    default:
      return path.includes(':') ? '404' : '200'
  }
}

/** Other spellings of a path. Each must lead to the same route, or to none. */
export function variantsOf(path: string): string[] {
  const rest = path.slice(1)
  return [
    `/${path}`,
    `/%2F${rest}`,
    `/.%2F${rest}`,
    `/x/..%2F${rest}`,
    `${path}/`,
    `${path}//`,
    `${path}%2F`,
    `${path}%00`,
    `${path};a=b`,
    path.toUpperCase(),
    path.toLowerCase(),
    path.replaceAll('/', '%2F').replace('%2F', '/'),
    `/${Buffer.from(rest).toString('hex').replaceAll(/../g, '%$&')}`,
    `${path}.data/`,
    `${path}.DATA`,
    `${path}/_.data`,
  ].filter((variant) => variant !== path)
}
