import { beforePages } from '#app/access.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import {
  type Ask,
  expectedDeed,
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
  variantsOf,
  whoMaySend,
  type Whose,
} from './access-model.ts'
import { buyersComment, type Person, pictureKey, type Seeded } from './access-people.ts'
import { integer, pick } from './random.ts'

const forms: Form[] = ['page', 'data']
const whoses: Whose[] = ['own', 'foreign', 'missing']

/** What the requests are generated from. */
interface Asking {
  seeded: Seeded
  files: Files
  isLong: boolean
  random: () => number
}

/** Every pattern by every person, method (in the short form three of them) and form; own, foreign and missing ids. */
export function matrix({ seeded, isLong, random }: Asking): Ask[] {
  return seeded.people.flatMap((person) =>
    patterns.flatMap((pattern) =>
      (pattern.includes(':id') ? whoses : (['own'] as const)).flatMap((whose) =>
        forms.flatMap((form) => {
          const id = pattern.includes(':id') ? idOf(person, 'note', whose) : ''
          const path = inForm(pathOf(pattern, id), form)
          const rare = pick(random, ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
          const tried = isLong ? methods : (['GET', 'POST', rare] as const)
          return tried.flatMap((method) => {
            if (logsOut(person, pattern, method)) return []
            const reading = expectedReading(person, pattern, form, whose, id)
            const expected = isReading(method) ? [reading] : [expectedSending(person, pattern)]
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
  return seeded.people.flatMap((person) =>
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

/** Correctly filled forms, sent by people who may not submit them. */
export function deeds({ seeded, files }: Asking): Ask[] {
  const bodies = bodiesOf(files)
  const byAddress = seeded.people.flatMap((person) =>
    named.flatMap((one) => {
      const body = bodies[`${one.page}?${one.query}`]
      if (!body) return []
      return whoses.flatMap((whose) =>
        forms.flatMap((form) => {
          const expected = expectedDeed(person, one, whose)
          if (expected === null) return []
          const id = idOf(person, one.thing, whose)
          const path = `${inForm(one.page, form)}?index&${one.query}=${id}`
          const alike = one.isOwn && whose !== 'own' ? `${person.name} sends ${path.split('=')[0]}` : undefined
          return [
            { person, method: 'POST' as const, form, path, body, expected: [expected], id, ...(alike && { alike }) },
          ]
        }),
      )
    }),
  )
  const byPage = seeded.people.flatMap((person) =>
    Object.entries(bodies).flatMap(([key, body]) => {
      const [page = '', query] = key.split('?')
      if (query === 'request' && person.who !== 'student') {
        const expected = [person.who === 'visitor' ? 'to /login' : '404']
        return forms.map((form) => ({
          person,
          method: 'POST' as const,
          form,
          path: `${inForm('/', form)}?index&request=on`,
          body,
          expected,
        }))
      }
      if (query || whoMaySend(page, '').includes(person.who) || page === '/') return []
      const expected = [expectedSending(person, page)]
      return forms.map((form) => ({ person, method: 'POST' as const, form, path: inForm(page, form), body, expected }))
    }),
  )
  const courses = seeded.people
    .filter(({ who }) => who === 'store')
    .flatMap((person) =>
      ['buy', 'comment'].flatMap((query) =>
        (['GET', 'POST'] as const).map((method) => ({
          ...{ person, method, form: 'page' as const, expected: ['to /login'] },
          path: `/market?${query}=${person.foreign.course}`,
          ...(method === 'POST' && { body: { ...bodies[`/market?${query}`]!, email: 'a@b.in', shownPaise: '7000' } }),
        })),
      ),
    )
  const onPostPages = seeded.people.flatMap((person) =>
    whoses.flatMap((whose) =>
      ['buy', 'comment', 'ask'].flatMap((query) => {
        const expected = expectedDeed(person, { page: '/posts/:id/:slug', query, thing: 'note', isOwn: false }, whose)
        if (expected === null) return []
        const id = idOf(person, 'note', whose)
        const body = { ...bodies[query === 'buy' ? '/?buy' : '/?comment'], shownPaise: '7000' }
        const path = `${notePath(id)}?${query}=${query === 'ask' ? 'on' : id}`
        return [{ person, method: 'POST' as const, form: 'page' as const, path, body, expected: [expected] }]
      }),
    ),
  )
  return [...byAddress, ...byPage, ...courses, ...onPostPages]
}

/** Another spelling of a path gives nobody more access: the outcome is that of the usual spelling, or a refusal. */
export function variants({ seeded, isLong, random }: Asking): Ask[] {
  return seeded.people.flatMap((person) =>
    patterns.flatMap((pattern) => {
      const id = idOf(person, 'note', 'foreign')
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
  /Alter|[oO]rder|account/.test(pattern) ? [foreign.book, foreign.order, buyersComment] : []

/** Logging out ends a session, even an expired one: only the last part of the run may do that. */
const logsOut = ({ cookie }: Person, pattern: string, method: Method) =>
  pattern === '/logout' && cookie !== '' && !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Routes before the pages: open to everyone, but not with other methods or under other spellings of their paths. */
export function outside({ seeded, isLong }: Asking): Ask[] {
  const people = isLong
    ? seeded.people
    : seeded.people.filter(({ name }) => ['visitor', 'owner', 'store'].includes(name))
  return people.flatMap((person) =>
    beforePages.flatMap((one) => {
      const [own = '', pattern = ''] = one.split(' ')
      const isUpload = own === 'POST'
      const address = pattern.replace('/*', `/${pictureKey}`)
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

export type Files = Awaited<ReturnType<typeof seedFiles>>

/** Pending files for the forms: one that is wrongly let through must not fail for lack of its files. */
export async function seedFiles(db: Db) {
  const key = (folder: string, ending: string) => `${folder}/${newId()}_0123456789abcdef0123456789abcdef_a.${ending}`
  const files = {
    ...{ picture1: key('images', 'jpg'), picture2: key('images', 'jpg'), picture: key('Bookstores', 'jpg') },
    ...{ pdf1: key('uploads', 'pdf'), pdf2: key('uploads', 'pdf') },
  }
  for (const one of Object.values(files)) {
    const size = one.endsWith('pdf')
      ? { kind: 'pdf' as const, pageCount: 1 }
      : { kind: 'picture' as const, width: 1, height: 1 }
    await db.insertInto('files').values({ key: one, bytes: 1, ...size }).execute() // prettier-ignore
  }
  return files
}

/** A correctly filled body for each form of the site map. */
export function bodiesOf({ picture, picture1, picture2, pdf1, pdf2 }: Files): Record<string, Record<string, string>> {
  const where = { phone: '8000000001', pin: '781001', address: 'Panbazar' }
  const account = { name: 'Rina Das', phone: '8000000002', email: 'rina@a.in', password: 'secret@1' }
  const post = { name: 'Changed', authorName: 'B. Das', stream: 'Arts', condition: 'Good(used)', price: '250' }
  const order = { ...where, key: crypto.randomUUID(), shownPaise: '49500', name: 'Rina Das', quantity: '1' }
  const store = { name: 'Changed', district: 'Kamrup', address: 'Panbazar', email: 'store@a.in' }
  return {
    '/': { ...store, phone: account.phone, picture: '' },
    '/?buy': order,
    '/?comment': { comment: 'Is it new?' },
    '/?request': { ...where, bookName: 'Rongmili', className: 'XI', stream: 'Arts', condition: 'New' },
    '/market?buy': { ...order, key: crypto.randomUUID() },
    '/market?comment': { comment: 'Is it new?' },
    '/ContactUs': { name: 'Rina Das', phone: where.phone, reason: 'A word' },
    '/login': { phone: account.phone, password: account.password },
    '/slogin': { phone: account.phone, password: account.password },
    '/UserSignUp': { ...account, className: 'XI', collegeName: 'Cotton' },
    '/sSignup': { ...account, ...store, picture },
    '/CreateBooksAndNovels': { ...post, picture1, picture2 },
    '/CreatePost': { ...post, picture1, picture2 },
    '/CreateCourseAndNotes': { name: 'Optics', category: 'HSLC (SEBA)', price: '70', pdf1, pdf2 },
    '/AlterBooksAndNovels?edit': post,
    '/AlterBooksAndNovels?delete': {},
    '/AlterPosts?edit': post,
    '/AlterPosts?delete': {},
    '/logout': {},
  }
}
