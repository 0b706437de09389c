import { beforePages } from '#app/access.server.ts'
import { buyPattern, commentsPattern } from '#app/access/paths.ts'
import { teamMap } from '#app/access/team-map.ts'
import { newId } from '#app/platform/ids.server.ts'
import { siteSharePath } from '#app/rendering/share-picture.ts'

import type { Files } from './access-bodies.ts'
import {
  type Ask,
  expectedOfTeam,
  expectedOpening,
  expectedReading,
  expectedSending,
  type Form,
  idOf,
  inForm,
  isReading,
  type Method,
  methods,
  named,
  notePath,
  pathOf,
  patterns,
  thingIn,
  variantsOf,
  type Whose,
} from './access-model.ts'
import { buyersComment, type Person, pictureKey, type Seeded, withoutCode } from './access-people.ts'
import { integer, pick } from './random.ts'

export const forms: Form[] = ['page', 'data']
export const whoses: Whose[] = ['own', 'foreign', 'missing']

/** Those whom only the team's pages tell from visitors are tried there alone. */
export const onMarket = ({ people }: Seeded) => people.filter(({ isOfTeamPages }) => !isOfTeamPages)

/** What the requests are generated from. */
export interface Asking {
  seeded: Seeded
  files: Files
  isLong: boolean
  random: () => number
}

/** Every pattern by every person, method (in the short form three of them) and form; own, foreign and missing ids. */
export function matrix({ seeded, isLong, random }: Asking): Ask[] {
  return onMarket(seeded).flatMap((person) =>
    patterns.flatMap((pattern) =>
      (pattern.includes(':id') ? whoses : (['own'] as const)).flatMap((whose) =>
        forms.flatMap((form) => {
          const id = pattern.includes(':id') ? idOf(person, thingIn(pattern), whose) : ''
          const path = inForm(pathOf(pattern, id), form)
          const rare = pick(random, ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
          const tried = isLong ? methods : (['GET', 'POST', rare] as const)
          return tried.flatMap((method) => {
            if (logsOut(person, pattern, method)) return []
            const reading = expectedReading(person, pattern, form, whose, id)
            const isDeal = pattern === buyPattern || pattern === commentsPattern
            const isLed = isDeal && form === 'page' && reading !== '200'
            const expected = isReading(method) || isLed ? [reading] : [expectedSending(person, pattern)]
            // React Router refuses OPTIONS for pages; for other routes it handles OPTIONS like GET.
            if (method === 'OPTIONS') expected.splice(0, 1, '405', reading)
            const index = path.startsWith('/_.data') || path === '/' ? '?index' : ''
            const alike = whose === 'own' ? undefined : `${person.name} ${method} ${form} ${pattern}`
            const isPublic = pattern !== '/posts/:id/pdfs/:number'
            const asked = { person, method, form, path: path + index, expected, id, hides: hiddenOn(pattern, person) }
            return [{ ...asked, ...(alike && !isPublic && { alike }) }]
          })
        }),
      ),
    ),
  )
}

export function openings({ seeded }: Asking): Ask[] {
  return onMarket(seeded).flatMap((person) =>
    named.flatMap((one) =>
      whoses.flatMap((whose) =>
        forms.map((form) => {
          const id = idOf(person, one.thing, whose)
          const path = `${inForm(one.page, form)}?${one.query}=${id}${one.page === '/' && one.query === 'before' ? '&tab=books' : ''}`
          const alike = one.isOwn && whose !== 'own' ? `${person.name} ${path.split('=')[0]}` : undefined
          const expected = [expectedOpening(person, one, whose)]
          return { person, method: 'GET' as const, form, path, expected, id, ...(alike && { alike }) }
        }),
      ),
    ),
  )
}

/** Every page of the team by everybody: most of them must not learn that it exists. */
export function teamPages({ seeded, isLong, random }: Asking): Ask[] {
  const pages = seeded.people.flatMap((person) =>
    teamMap.flatMap((page) =>
      forms.flatMap((form) => {
        const path = inForm(page.path.replace(':id', newId()).replace(':number', '99999999'), form)
        const rare = pick(random, ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
        return (isLong ? methods : (['GET', 'POST', rare] as const)).flatMap((method): Ask[] => {
          if (page.path === '/team/logout' && person.team && !isReading(method) && method !== 'OPTIONS') return []
          if (page.path === '/team/login/code' && person.name === withoutCode) return [] // it is for them
          const reading = expectedOfTeam(person, page, true)
          const expected = isReading(method) ? [reading] : [expectedOfTeam(person, page, false)]
          if (method === 'OPTIONS') expected.splice(0, 1, '405', reading)
          if (form === 'data' && page.path === '/team/login') expected.push('400')
          return [{ person, method, form, path, expected }]
        })
      }),
    ),
  )
  return [...pages, ...ownersDeeds(seeded)]
}

/** A post is removed by owners alone; here by everybody else. */
function ownersDeeds({ people }: Seeded): Ask[] {
  const { book } = people.find(({ name }) => name === 'owner')!.owned!
  const page = teamMap.find(({ path }) => path === '/team/posts/:id')!
  const body = { moderate: 'remove', reason: 'It is advertising', days: '1' }
  return people
    .filter(({ team }) => team !== 'owner')
    .map((person) => ({
      person,
      method: 'POST',
      form: 'page',
      path: page.path.replace(':id', book),
      body,
      expected: [expectedOfTeam(person, page, false)],
    }))
}

/** Another spelling of a path gives nobody more access: the outcome is that of the usual spelling, or a refusal. */
export function variants({ seeded, isLong, random }: Asking): Ask[] {
  return onMarket(seeded).flatMap((person) =>
    patterns.flatMap((pattern) => {
      const id = idOf(person, thingIn(pattern), 'foreign')
      const all = variantsOf(pathOf(pattern, id))
      const start = integer(random, 0, all.length - 1)
      const tried = isLong ? all : [...all, ...all].slice(start, start + 6)
      const asked = isLong ? (['GET', 'POST', 'DELETE'] as const) : [pick(random, ['GET', 'GET', 'POST'] as const)]
      return tried.flatMap((path) =>
        asked.flatMap((method) => {
          if (logsOut(person, pattern, method)) return []
          const reading = forms.map((form) => expectedReading(person, pattern, form, 'foreign', id))
          const expected = method === 'GET' ? reading : [expectedSending(person, pattern), '405']
          // Another spelling of a slug is another slug, and `/posts/:id/` with more after it has one.
          if (method === 'GET' && pattern.startsWith('/posts/:id')) expected.push(`to ${notePath(id)}`)
          return [{ person, method, form: 'page' as const, path, expected: [...expected, '404'] }]
        }),
      )
    }),
  )
}

/** Pages of a person's own things must not list another person's, not even public ones. */
const hiddenOn = (pattern: string, { foreign }: Person) =>
  /Alter|[oO]rder|purchases$|account|profile|my-requests|^\/saved$/.test(pattern)
    ? [foreign.book, foreign.order, buyersComment]
    : []

/** Logging out ends a session, even an expired one: only the last part of the run may do that. */
const logsOut = ({ cookie }: Person, pattern: string, method: Method) =>
  pattern === '/logout' && cookie !== '' && !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** An address for each pattern of `beforePages`. */
const addressesBeforePages: Record<string, string> = {
  '/pictures/*': `/pictures/${pictureKey}`,
  '/share/*': siteSharePath,
  '/sitemap/*': '/sitemap/pages.xml',
}

/** Routes before the pages: open to everyone, but not with other methods or under other spellings of their paths. */
export function outside({ seeded, isLong }: Asking): Ask[] {
  const people = isLong
    ? onMarket(seeded)
    : onMarket(seeded).filter(({ name }) => ['visitor', 'owner', 'store'].includes(name))
  return people.flatMap((person) =>
    beforePages.flatMap((one) => {
      const [own = '', pattern = ''] = one.split(' ')
      const isUpload = own === 'POST'
      const address = addressesBeforePages[pattern] ?? pattern
      return methods.flatMap((method) => {
        const isOwn = method === own || (own === 'GET' && method === 'HEAD')
        const ofUpload = person.who === 'visitor' ? '401' : pattern.includes('pdf') ? '415' : '400' // nothing was sent
        const answer = isUpload ? ofUpload : '200'
        const expected = [isOwn ? answer : method === 'OPTIONS' ? '405' : '404']
        const ask = { person, method, form: 'page' as const, expected }
        return [
          { ...ask, path: address },
          ...(isUpload && isOwn ? uploadsTo(address, ask) : []),
          { ...ask, path: `/${address}`, expected: ['404', '405'] },
          { ...ask, path: `${address}.data`, expected: ['404', '405'] },
          { ...ask, path: address.toUpperCase(), expected: ['404', '405'] },
        ]
      })
    }),
  )
}

/** Visitors may upload only the picture of a store's sign-up. All bodies are empty here. */
function uploadsTo(address: string, ask: Omit<Ask, 'path'>): Ask[] {
  const isVisitor = ask.person.who === 'visitor'
  const isPicture = address.endsWith('picture')
  return ['images', 'Bookstores', 'uploads', '..%2Fimages'].map((folder) => {
    const isKnown = !isPicture || folder === 'images' || folder === 'Bookstores'
    const mayVisitor = isPicture && folder === 'Bookstores'
    const expected = isVisitor && !mayVisitor ? '401' : isKnown ? '415' : '400'
    return { ...ask, path: `${address}?folder=${folder}&name=a.jpg`, expected: [expected] }
  })
}
