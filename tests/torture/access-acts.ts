import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { buyPath, buyPattern, commentsPath, commentsPattern } from '#app/access/paths.ts'
import type { Db } from '#app/platform/db.server.ts'

import { bodiesOf } from './access-bodies.ts'
import { type Ask, pathOf, savingPattern } from './access-model.ts'
import { changesBetween, fingerprint, type Person, type Seeded } from './access-people.ts'
import { type Context, send } from './access-send.ts'
import type { Finding } from './finding.ts'

interface Act {
  person: Person
  /** The page, with the query parameter that names the form, such as `/?request`. */
  form: string
  query: string
  table: string
  /** The existing row that it changes or deletes. */
  id?: string
  /** The expected outcome; by default a redirect to the form's page. */
  to?: string
  /** The address, if the form's page is a pattern. */
  at?: string
}

/** Forms that people may submit, and the table that each changes. Deletions come last: other forms need the rows. */
function planned({ people, accounts, bought }: Seeded): Act[] {
  const by = (name: string) => people.find((person) => person.name === name)!
  const [visitor, owner, store] = [by('visitor'), by('owner'), by('store')]
  return [
    { person: visitor, form: '/ContactUs', query: '', table: 'contactMessages', to: '200' },
    { person: visitor, form: '/UserSignUp', query: '', table: 'accounts', to: 'to /login' },
    { person: visitor, form: '/login', query: '', table: 'sessions', to: 'to /' },
    { person: visitor, form: '/sSignup', query: '', table: 'accounts', to: 'to /slogin' },
    { person: visitor, form: '/slogin', query: '', table: 'sessions', to: 'to /' },
    ...[owner, store].flatMap((person) => {
      const [buying, comments] = [buyPath(person.foreign.book), commentsPath(person.foreign.book)]
      return [
        { person, form: buyPattern, query: '', at: buying, table: 'orders', to: 'to /purchases' },
        { person, form: commentsPattern, query: '', at: comments, table: 'allComments', to: `to ${comments}` },
      ]
    }),
    { person: owner, form: '/?request', query: '?index&request=on', table: 'bookRequests' },
    { person: owner, form: '/CreateBooksAndNovels', query: '', table: 'allPosts' },
    { person: owner, form: '/CreateCourseAndNotes', query: '', table: 'allPosts' },
    { person: owner, form: '/help', query: '', table: 'contactMessages' },
    { person: store, form: '/report', query: `?post=${store.foreign.book}`, table: 'tickets', to: 'to /help' },
    { person: owner, form: '/profile', query: '', table: 'accounts', id: accounts.student.id },
    { person: store, form: '/', query: '?index', table: 'accounts', id: accounts.store.id },
    { person: store, form: '/notices/push', query: '', table: 'pushSubscriptions', to: '200' },
    { person: owner, form: '/account/confirmation', query: '', table: 'notices', to: 'to /profile' },
    { person: owner, form: '/userOrders', query: '', table: 'orders', id: owner.owned!.order },
    { person: store, form: '/orderlist', query: '', table: 'orders', id: store.owned!.order },
    { person: owner, form: '/purchases', query: '', table: 'orders', id: bought },
    { person: store, form: '/saved-searches', query: '', table: 'savedSearches', to: 'to /search' },
    {
      person: owner,
      form: '/my-requests?request',
      query: `?request=${owner.owned!.request}`,
      table: 'bookRequests',
      id: owner.owned!.request!,
    },
    {
      person: owner,
      form: '/my-requests?search',
      query: `?search=${owner.owned!.search}`,
      table: 'savedSearches',
      id: owner.owned!.search,
    },
    ...[savingPattern, `${savingPattern}?off`].map((form) => ({
      person: owner,
      form,
      query: '',
      at: pathOf(savingPattern, owner.foreign.book),
      table: 'savedPosts',
      to: 'to /',
    })),
    ...[owner, by('other student'), store, by('other store')].flatMap((person): Act[] => {
      const page = person.who === 'student' ? '/AlterBooksAndNovels' : '/AlterPosts'
      const id = person.owned!.book
      return [
        { person, form: `${page}?edit`, query: `?edit=${id}`, table: 'allPosts', id },
        { person, form: `${page}?delete`, query: `?delete=${id}`, table: 'allPosts', id },
        { person, form: '/account/security?end', query: `?end=${person.owned!.session}`, table: 'sessions' },
        { person, form: '/logout', query: '', table: 'sessions', to: 'to /' },
      ]
    }),
  ]
}

/** Takes the leases of the jobs that write posts and notices: else they write rows while those of forms are counted. */
export const holdJobs = (db: Db) =>
  sql`
    insert into job_leases (name, holder, held_until)
    select name, ${randomUUID()}, now() + interval '50 minutes'
    from unnest(array['match posts', 'group copies']) as held (name)`.execute(db)

/** Submits the permitted forms, after all other requests: each must change one row, the sender's, and nothing else. */
export async function acts(context: Context): Promise<Finding> {
  const { db, seeded, files } = context
  const bodies = bodiesOf(files)
  bodies['/']!.phone = seeded.accounts.store.phone // changing it would need the password
  bodies['/profile']!.phone = seeded.accounts.student.phone
  const plan = planned(seeded)
  const offences: string[] = []
  for (const { person, form, query, table, id, to, at } of plan) {
    const page = form.split('?')[0]!
    const [rows, before] = [await rowsOf(db, table), await fingerprint(db)]
    const ask: Ask = {
      person,
      method: 'POST',
      form: 'page',
      path: at ?? page + query,
      body: withOwn(bodies[form]!, id),
      expected: [],
    }
    const { outcome } = await send(context, ask)
    const [rowsAfter, after] = [await rowsOf(db, table), await fingerprint(db)]
    const changed = changesBetween(before, after).filter(
      (one) => !followers[table]?.includes(one) && !byItself.has(one),
    )
    const touched = [...new Set([...rows.keys(), ...rowsAfter.keys()])].filter((row) => rows.get(row) !== rowsAfter.get(row)) // prettier-ignore
    const say = (what: string) => offences.push(`${person.name} ${form}: ${what}`)
    if (outcome !== (to ?? `to ${page}`)) say(`answers ${outcome}`)
    if (changed.join() !== table) say(`changes ${changed.join(', ') || 'nothing'}, not ${table}`)
    if (touched.length !== 1 || (id && touched[0] !== id)) say(`touches ${touched.length} rows, or another's`)
  }
  return {
    part: 'access',
    tried: `what people may do: ${plan.length} forms`,
    found: offences.length > 0 ? offences.join('\n') : 'each changes one row, and that is theirs',
    holds: offences.length === 0,
  }
}

/** Each act has a key of its own, and steps of orders name theirs. */
const withOwn = (body: Record<string, string>, order: string | undefined) => ({
  ...body,
  ...('key' in body && { key: randomUUID() }),
  ...('order' in body && { order: order! }),
})

/** The previews of PDFs that were posted before are drawn meanwhile. */
const byItself = new Set(['files'])

/** Tables that may change together with a row of each table. */
const followers: Record<string, string[]> = {
  allPosts: ['stock', 'searchablePosts', 'allComments', 'notices', 'files'],
  accounts: ['students', 'stores', 'notices', 'outbox', 'files', 'auditEvents'],
  sessions: ['knownBrowsers', 'pushSubscriptions', 'auditEvents'],
  contactMessages: ['tickets', 'ticketEntries', 'notices'],
  bookRequests: ['tickets', 'ticketEntries', 'notices'],
  tickets: ['ticketEntries', 'reports', 'notices'],
  orders: ['buyerDetails', 'notices', 'orderEvents'],
  allComments: ['notices'],
  notices: ['outbox'],
}

/** Every row as JSON, by its id; a session's, by the hash of its token. */
async function rowsOf(db: Db, table: string) {
  const rows = (await db.selectFrom(table as never).selectAll().execute()) as Record<string, unknown>[] // prettier-ignore
  const keyOf = ({ id, tokenSha256 }: Record<string, unknown>) =>
    (id as string | undefined) ?? (tokenSha256 as Buffer).toString('hex')
  return new Map(rows.map((row) => [keyOf(row), JSON.stringify(row)]))
}
