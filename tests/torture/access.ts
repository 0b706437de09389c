import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { resolve as absolute } from 'node:path'

import { sql } from 'kysely'

import { beforePages } from '#app/access.server.ts'
import type { IdKeys } from '#app/accounts/sealed-text.server.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { loadLegalTexts } from '#app/legal/legal-texts.server.ts'
import { createPreviewMaker } from '#app/posts/preview/draw-previews.job.server.ts'
import { createViewCounter } from '#app/posts/page/post-views.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { createApp as CreateApp } from '#server/app.ts'
import { createDatabase, startTestPostgres, temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

import { deeds, matrix, openings, outside, teamPages, variants } from './access-asks.ts'
import { bodiesOf, type Files, seedFiles } from './access-bodies.ts'
import { missingGuards, proveGuards } from './access-guards.ts'
import { type Ask, pathOf, savingPattern } from './access-model.ts'
import { changesBetween, fingerprint, foreignSecrets, type Person, seedPeople, type Seeded } from './access-people.ts'
import type { Finding } from './finding.ts'
import { randomOf } from './random.ts'

export interface Options {
  seed: number
  isLong: boolean
  /** A PostgreSQL for tests that already runs. */
  postgresUrl?: string
  /** The folder of another copy of the project, such as one without a guard. */
  project?: string
  /** Stops after the first offence. */
  isProof?: boolean
  /** Repeats the run without each guard in turn: the tests must notice. */
  isProving?: boolean
}

const atOnce = 12

/**
 * Requests every route as every person in every way; the expected outcomes come from the site map and access.server.ts.
 * No response may contain private data of others, no request may change what it must not, and another person's row must
 * look like a missing one.
 */
export async function access({ isProving = false, ...options }: Options): Promise<Finding[]> {
  const findings = await examineServer(options)
  if (!options.isLong) return findings
  const missing = missingGuards()
  const proofs = isProving && missing.holds ? await proveGuards(options.seed, examineServer) : []
  return [...findings, missing, ...proofs]
}

async function examineServer({ seed, isLong, postgresUrl, project, isProof = false }: Options): Promise<Finding[]> {
  const postgres = postgresUrl ? null : await startTestPostgres()
  const databaseUrl = await createDatabase(postgresUrl ?? postgres!.url)
  const dataDir = temporaryFolder()
  const db = createDb(databaseUrl, { max: 3 })
  const idKey = randomBytes(32).toString('base64')
  const idKeys = readConfig({ ID_KEY: idKey }).idKeys!
  const seeded = await seedPeople(db, dataDir, idKeys)
  const files = await seedFiles(db)
  await holdJobs(db)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ID_KEY: idKey }
  const server = await startServer(env, [], project)
  await seeded.expire()
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const context: Context = {
    db,
    dataDir,
    idKeys,
    seeded,
    files,
    agent,
    address: server.address,
    isProof,
    random: randomOf(seed),
    isLong,
  }
  try {
    return await examine(context)
  } finally {
    agent.destroy()
    await server.stop()
    await db.destroy()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Takes the leases of the jobs that write posts and notices: else they write rows while those of forms are counted. */
const holdJobs = (db: Db) =>
  sql`
    insert into job_leases (name, holder, held_until)
    select name, ${randomUUID()}, now() + interval '50 minutes'
    from unnest(array['match posts', 'group copies']) as held (name)`.execute(db)

interface Context {
  db: Db
  dataDir: string
  idKeys: IdKeys
  seeded: Seeded
  files: Files
  agent: Agent
  address: string
  isProof: boolean
  isLong: boolean
  random: () => number
}

async function examine(context: Context): Promise<Finding[]> {
  const findings: Finding[] = [await declared(context)]
  const otherWays: [string, Ask[]] = ['other ways to write an address', variants(context)]
  const rounds: [string, Ask[]][] = [
    ['every route and method', matrix(context)],
    ['every page of the team', teamPages(context)],
    ['own, foreign and missing ids', openings(context)],
    ['forms that are filled in well, by whom it is not', deeds(context)],
    // Without these the gate takes seconds; who proves the guards needs them.
    ...(context.isLong || context.isProof ? [otherWays] : []),
    ['what answers before the pages', outside(context)],
  ]
  for (const [name, asks] of rounds) {
    const { offences, statuses } = await askAll(context, asks)
    findings.push({
      part: 'access',
      tried: `${name}: ${asks.length} requests`,
      found: offences.length > 0 ? offences.slice(0, 12).join('\n') : statuses,
      holds: offences.length === 0,
    })
    if (context.isProof && offences.length > 0) return findings
  }
  findings.push(await acts(context))
  return findings
}

/** Compares Hono's own routes with `beforePages`; access.server.test.ts checks the routes of React Router. */
async function declared({ db, dataDir, idKeys }: Context): Promise<Finding> {
  const { createApp } = (await import(absolute('build/server/index.js'))) as { createApp: typeof CreateApp }
  const [config, log] = [readConfig({ DATA_DIR: dataDir }), createLog('silent')]
  const storage = createStorage(config, log)
  const options = {
    db,
    searchDb: db,
    config,
    log,
    idKeys,
    storage,
    views: createViewCounter(db),
    previews: createPreviewMaker({ db, storage, config }),
    synonyms: await loadSynonyms(db, dataDir),
    legalTexts: await loadLegalTexts(config),
  }
  const { routes } = createApp({
    ...options,
    replica: null,
    metrics: null,
    isDatabaseUp: () => true,
    isDraining: () => false,
  })
  const found = routes.filter(({ method }) => method !== 'ALL').map((route) => `${route.method} ${route.path}`)
  const missing = [...new Set([...found, ...beforePages])].filter(
    (one) => !found.includes(one) || !beforePages.includes(one),
  )
  return {
    part: 'access',
    tried: `routes before the pages: ${new Set(found).size}`,
    found: missing.length > 0 ? `not declared, or not there: ${missing.join(', ')}` : 'all are declared',
    holds: missing.length === 0,
  }
}

interface Answer {
  outcome: string
  /** Headers and body: all that leaves the server. */
  text: string
  body: string
}

/** Sends all requests, `atOnce` at a time; returns offences and counts of outcomes. None may change the database. */
async function askAll(context: Context, asks: Ask[]) {
  const { seeded, db, isProof } = context
  const offences: string[] = []
  const counts: Record<string, number> = {}
  const alike = new Map<string, { seen: string; ask: Ask }>()
  const before = await fingerprint(db)
  const queue = [...asks]
  const worker = async () => {
    for (let ask = queue.pop(); ask; ask = queue.pop()) {
      const answer = await send(context, ask)
      counts[answer.outcome] = (counts[answer.outcome] ?? 0) + 1
      const { person, method, form } = ask
      const name = `${person.name}: ${method} ${ask.path} (${form})`
      const say = (what: string) => offences.push(`${name} ${what}`)
      const isSomewhere = answer.outcome === `to ${somewhere}` && ask.method === 'HEAD'
      const isExpected = (one: string) => one === answer.outcome || (isSomewhere && one.startsWith('to '))
      if (!ask.expected.some(isExpected)) say(`answers ${answer.outcome}, not ${ask.expected.join(' or ')}`)
      for (const what of foreignSecrets(answer.text, ask, seeded)) say(`tells the ${what}`)
      for (const hidden of ask.hides ?? []) if (answer.body.includes(hidden)) say(`shows another's`)
      if (ask.alike) {
        const seen = `${answer.outcome} ${answer.body.replaceAll(ask.id!, 'ID')}`
        const other = alike.get(ask.alike)
        if (other && other.seen !== seen) say(`is answered otherwise than ${other.ask.path}`)
        alike.set(ask.alike, { seen, ask })
      }
      if (isProof && offences.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const changed = changesBetween(before, await fingerprint(db))
  if (changed.length > 0) offences.push(`changed ${changed.join(', ')}`)
  const statuses = Object.keys(counts)
    .toSorted()
    .map((status) => `${counts[status]} × ${status}`)
  return { offences, statuses: statuses.join(', ') }
}

async function send(context: Context, ask: Ask, tries = 3): Promise<Answer> {
  try {
    return await sendOnce(context, ask)
  } catch (error) {
    // A busy server closes keep-alive connections that were idle for long.
    if (tries > 1 && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return send(context, ask, tries - 1)
    throw error
  }
}

function sendOnce({ agent, address }: Context, ask: Ask): Promise<Answer> {
  const { person, method, form, path: asked, body } = ask
  const isSending = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const content = isSending ? new URLSearchParams(body).toString() : ''
  const headers: Record<string, string> = {
    Accept: form === 'page' ? 'text/html' : '*/*',
    ...(person.cookie && { Cookie: person.cookie }),
    ...(isSending && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(content)),
    }),
  }
  return new Promise<Answer>((resolve, reject) => {
    const asking = request(address, { agent, method, path: asked, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const nonce = /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy']))?.[1]
        const text = Buffer.concat(chunks).toString()
        const whole = nonce ? text.replaceAll(nonce, 'NONCE') : text
        const outcome = outcomeOf(response.statusCode!, response.headers.location, whole)
        resolve({ outcome, text: JSON.stringify(response.headers) + whole, body: whole })
      })
      response.on('error', reject)
    })
    asking.on('error', reject)
    asking.end(content)
  })
}

/** The unknown target when HEAD requests data and is redirected: the body that names it is not sent. */
const somewhere = 'somewhere'

/** A data request gets a redirect as status 202, with the target in the body. */
function outcomeOf(status: number, location: string | undefined, body: string) {
  const to = status === 202 ? (/"redirect","([^"]+)"/.exec(body)?.[1] ?? somewhere) : location
  return to === undefined ? String(status) : `to ${to.split('?')[0]}`
}

interface Act {
  person: Person
  /** The page, with the query parameter that names the form, such as `/?buy`. */
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
    { person: owner, form: '/?buy', query: `?index&buy=${owner.foreign.book}`, table: 'orders' },
    { person: owner, form: '/?comment', query: `?index&comment=${owner.foreign.book}`, table: 'allComments' },
    { person: owner, form: '/?request', query: '?index&request=on', table: 'bookRequests' },
    { person: owner, form: '/CreateBooksAndNovels', query: '', table: 'allPosts' },
    { person: owner, form: '/CreateCourseAndNotes', query: '', table: 'allPosts' },
    { person: owner, form: '/help', query: '', table: 'contactMessages' },
    { person: store, form: '/report', query: `?post=${store.foreign.book}`, table: 'tickets', to: 'to /help' },
    { person: owner, form: '/profile', query: '', table: 'accounts', id: accounts.student.id },
    { person: store, form: '/market?buy', query: `?buy=${store.foreign.book}`, table: 'orders' },
    { person: store, form: '/market?comment', query: `?comment=${store.foreign.book}`, table: 'allComments' },
    { person: store, form: '/', query: '?index', table: 'accounts', id: accounts.store.id },
    { person: store, form: '/notices/push', query: '', table: 'pushSubscriptions', to: '200' },
    { person: owner, form: '/account/confirmation', query: '', table: 'notices', to: 'to /profile' },
    { person: owner, form: '/userOrders', query: '', table: 'orders', id: owner.owned!.order },
    { person: store, form: '/orderlist', query: '', table: 'orders', id: store.owned!.order },
    { person: owner, form: '/purchases', query: '', table: 'orders', id: bought },
    { person: store, form: '/saved-searches', query: '', table: 'savedSearches', to: 'to /search' },
    {
      ...{ person: owner, form: '/my-requests?request', query: `?request=${owner.owned!.request}` },
      ...{ table: 'bookRequests', id: owner.owned!.request! },
    },
    {
      ...{ person: owner, form: '/my-requests?search', query: `?search=${owner.owned!.search}` },
      ...{ table: 'savedSearches', id: owner.owned!.search },
    },
    ...[savingPattern, `${savingPattern}?off`].map((form) => ({
      ...{ person: owner, form, query: '', at: pathOf(savingPattern, owner.foreign.book) },
      ...{ table: 'savedPosts', to: 'to /' },
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

/** Submits the permitted forms, after all other requests: each must change one row, the sender's, and nothing else. */
async function acts(context: Context): Promise<Finding> {
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
      body: 'order' in bodies[form]! ? { ...bodies[form], order: id! } : bodies[form]!,
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
