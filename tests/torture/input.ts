import { request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'

import { pdfUploadPath, pictureUploadPath } from '#app/files/file-rules.ts'
import { readForm } from '#app/platform/forms.ts'

import type { Finding } from './finding.ts'
import { type Ground, type Person, startGround } from './ground.ts'
import { hostileText, rawIn, textsOf } from './hostile-texts.ts'
import { pick, type Random, randomOf, seedOf } from './random.ts'
import {
  columnsOf,
  freshOf,
  mustBeKept,
  peopleFor,
  type TriedForm,
  triedForms,
  withFiles,
  wronglyTaken,
} from './tried-forms.ts'
import { addressOf, askedBy, type TriedQuery, triedQueries } from './tried-queries.ts'

interface Options {
  seed: number
  isLong: boolean
}

const part = 'input'
const maxMs = 2_000
const batchSize = 1_000

/**
 * Bad input, on two floors. All cases of a field go the cheap way that still is the product's own: as bytes of a form,
 * through the rules, and what they take into the real tables, in batches that are read back and rolled back; those of a
 * parameter to the function that reads it, or to the page, where that reads it while it is drawn. A sample of the same
 * cases goes over HTTP to the real server, page and all: there one case costs a hundred times as much, and what it adds
 * (parsing, access, use cases, pages) has far fewer ways. Each case has a generator of its own, by its number: the seed
 * repeats it, whatever goes on beside it.
 */
export async function input({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround({ people: 3 }) // what more of them sell makes pages longer, and nothing else
  const cases = isLong ? 20_000 : 1_000
  try {
    return [
      await byRules(ground, seed, { cases, keep: isLong ? 5_000 : 250 }),
      longTextsByRules(ground, isLong ? 250_000 : 60_000),
      await byReaders(ground, seed, cases),
      await drawnOverHttp(ground, seed, cases),
      await sampleOverHttp(ground, seed, isLong ? 100 : 6),
      await formsOverHttp(ground, seed, isLong ? 50 : 4),
      await wrongBodies(ground),
    ]
  } finally {
    await ground.stop()
  }
}

type Pair = [name: string, value: string]

/** Fields that no form has: they must change nothing. */
const foreignFields: Pair[] = [
  ...(['id', 'studentId', 'storeId', 'userId', 'sellerStudentId', 'sellerStoreId', 'buyerStudentId'].map((name) => [
    name,
    '01890a5d-ac96-774b-bcce-b302099a8057',
  ]) as Pair[]),
  ['postId', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['kind', 'course'],
  ['role', 'admin'],
  ['isAdmin', '1'],
  ['pricePaise', '1'],
  ['originalPricePaise', '1'],
  ['passwordHash', 'none'],
  ['createdAt', '2000-01-01'],
  ['__proto__', 'x'],
  ['__proto__[role]', 'admin'],
  ['constructor', 'x'],
  ['toString', 'x'],
  ['<puthi-x>', '<puthi-x>'],
]

interface Case {
  pairs: Pair[]
  /** What counts of them: of several under one name the first. */
  typed: Record<string, string>
}

function caseFor(random: Random, { fields }: TriedForm, field: string, good: Record<string, string>): Case {
  const value = hostileText(random, good[field] ?? '')
  const pairs = Object.entries(good).filter(([name]) => name !== field)
  const isLeftOut = random() < 0.03
  if (!isLeftOut) pairs.push([field, value])
  if (!isLeftOut && random() < 0.05) pairs.push([field, hostileText(random, '')])
  if (random() < 0.2) {
    const foreign = pick(random, foreignFields)
    if (!(foreign[0] in fields)) pairs.splice(Math.floor(random() * pairs.length), 0, foreign)
  }
  return { pairs, typed: Object.fromEntries(pairs.toReversed()) }
}

const encoded = (pairs: Pair[]) => new URLSearchParams(pairs).toString()

function shown(...what: unknown[]) {
  return what.map((one) => (JSON.stringify(one) ?? 'nothing').slice(0, 160)).join(' ')
}

type Faults = ReturnType<typeof noFaults>

/** What went wrong, of which the first of each kind is told. */
function noFaults() {
  let count = 0
  const first = new Map<string, string>()
  return {
    add(where: string, verdict: string, ...what: unknown[]) {
      count++
      const kind = `${where} ${verdict}`
      if (first.size < 12 && !first.has(kind)) first.set(kind, `${kind} (case ${shown(...what)})`)
    },
    areNone: () => count === 0,
    told: () => (count === 0 ? 'no fault' : `${count} faults: ${[...first.values()].join('; ')}`),
  }
}

interface HowMany {
  /** Of every field. */
  cases: number
  /** Of what is taken in a field, each once: more of them make the database work and find nothing else. */
  keep: number
}

async function byRules(ground: Ground, seed: number, { cases, keep }: HowMany): Promise<Finding> {
  const faults = noFaults()
  // The same rules need not be tried twice: they differ in where the form is sent, and that is HTTP's to try.
  const forms = triedForms.filter(
    ({ rules }, at) => rules !== null && triedForms.findIndex((form) => form.rules === rules) === at,
  )
  let [tried, accepted, kept] = [0, 0, 0]
  let writing = Promise.resolve() // while the next field is tried
  for (const form of forms) {
    const { person, other } = peopleFor(ground, form, 0)
    const waiting = Object.fromEntries(Object.keys(form.files ?? {}).map((field) => [field, 'a key']))
    for (const field of Object.keys(form.fields)) {
      const where = `${form.name}, ${field}`
      const batch = new Map<string | undefined, Kept>()
      const first = seedOf(seed, where)
      for (let n = 0; n < cases; n++) {
        const random = randomOf(first + n)
        const fresh = freshOf(random)
        const good = { ...form.good({ ...person, phone: fresh.phone }, fresh), ...waiting }
        const { pairs, typed } = caseFor(random, form, field, good)
        // Every fourth as bytes that are parsed; it costs more than the rules.
        const reading = readForm(form.rules!, n % 4 === 0 ? await parsed(pairs) : formOf(pairs))
        tried++
        if (!reading.ok) continue

        accepted++
        if (batch.has(typed[field]) || batch.size >= keep) continue
        const values = reading.values as Record<string, unknown>
        const foreign = Object.keys(values).find((name) => !(name in form.fields))
        if (foreign !== undefined) faults.add(where, 'took a field that the form does not have', foreign)
        const row = { ...form.rest(person, other), ...columnsOf(form, values) }
        const expected = mustBeKept(form, typed)
        const wrong = wronglyTaken(form, typed, expected)
        if (wrong) faults.add(where, `takes a wrong ${wrong}`, n, typed[field])
        batch.set(typed[field], { field, number: n, typed, row, expected })
      }
      await writing
      if (form.table) kept += batch.size
      if (form.table) writing = keepAndReadBack(ground, form, [...batch.values()], faults)
    }
  }
  await writing
  const fields = forms.reduce((sum, form) => sum + Object.keys(form.fields).length, 0)
  return {
    part,
    tried: `${tried} forms by their rules: ${cases} of each of ${fields} fields`,
    found: `${accepted} taken, ${kept} different ones read back, ${faults.told()}`,
    holds: faults.areNone() && kept > tried / 20,
  }
}

const parsed = (pairs: Pair[]) =>
  new Response(encoded(pairs), { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }).formData()

function formOf(pairs: Pair[]) {
  const form = new FormData()
  for (const [name, value] of pairs) form.append(name, value)
  return form
}

/** As long as a form may be, in every field. By the time on the processor: others may be busy, too. */
function longTextsByRules(ground: Ground, size: number): Finding {
  const faults = noFaults()
  let [tried, slowest] = [0, 0]
  for (const form of triedForms) {
    if (!form.rules) continue
    const good = form.good(peopleFor(ground, form, 0).person, freshOf(randomOf(0)))
    for (const field of Object.keys(form.fields)) {
      for (const text of textsOf(size)) {
        const started = process.threadCpuUsage().user
        readForm(form.rules, formOf(Object.entries({ ...good, [field]: text })))
        const ms = (process.threadCpuUsage().user - started) / 1_000
        slowest = Math.max(slowest, ms)
        if (ms > maxMs) faults.add(`${form.name}, ${field}`, 'takes too long', ms, text.slice(0, 20))
        tried++
      }
    }
  }
  return {
    part,
    tried: `${tried} texts of ${size} characters by the rules`,
    found: `slowest ${slowest.toFixed(0)} ms, ${faults.told()}`,
    holds: faults.areNone(),
  }
}

interface Kept {
  field: string
  number: number
  typed: Record<string, string>
  row: Record<string, unknown>
  expected: Record<string, unknown>
}

async function keepAndReadBack({ db }: Ground, form: TriedForm, batch: Kept[], faults: Faults) {
  const phones = new Set<unknown>()
  const isAccount = form.table === 'students' || form.table === 'stores'
  const all = batch
    .filter(({ row }) => !isAccount || (!phones.has(row.phone) && phones.add(row.phone)))
    .map((kept) => ({ ...kept, id: crypto.randomUUID() as string }))
  const transaction = await db.startTransaction().execute()
  try {
    for (let at = 0; at < all.length; at += batchSize) {
      const rows = all.slice(at, at + batchSize)
      const columns = new Set(['id', ...rows.flatMap(({ expected }) => Object.keys(expected))])
      const found = (await transaction
        .insertInto(form.table!)
        .values(rows.map(({ id, row }) => ({ ...row, id })) as never)
        .returning([...columns] as never)
        .execute()) as Record<string, unknown>[]
      const byId = new Map(found.map((row) => [row.id, row]))
      for (const { id, field, number, typed, expected } of rows) {
        const wrong = differing(byId.get(id), expected)
        if (wrong) faults.add(`${form.name}, ${field}`, 'is kept as something else', number, typed[field], wrong)
      }
    }
  } catch (error) {
    faults.add(`${form.name}, ${batch[0]!.field}`, 'is not kept', String(error))
  } finally {
    await transaction.rollback().execute()
  }
}

/** The columns of a row that are not as they must be. */
function differing(row: Record<string, unknown> | undefined, expected: Record<string, unknown>) {
  if (!row) return 'nothing'
  const wrong = Object.entries(expected).filter(([column, value]) => !isDeepStrictEqual(row[column], value))
  return wrong.length > 0 && Object.fromEntries(wrong.map(([column]) => [column, row[column]]))
}

const read = triedQueries.filter((query) => query.read && !query.isSame)
const drawn = triedQueries.filter((query) => !query.read && !query.isSame)
const sampled = triedQueries.filter((query) => query.read || query.isSame)

const placeOf = ({ path, name, who }: TriedQuery) => `${path} ${name ?? 'in the path'} of a ${who}`

async function byReaders(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const faults = noFaults()
  let [slowest, different] = [0, 0]
  for (const query of read) {
    const where = placeOf(query)
    const seen = new Set<string>()
    const asked = askedBy(ground, query.who)
    const first = seedOf(seed, where)
    let next = 0
    const lane = async () => {
      while (next < cases) {
        const number = next++
        const value = hostileText(randomOf(first + number), query.good).toWellFormed() // as an address holds it
        const url = URL.parse(addressOf(query, value), ground.server.address)
        if (!url || seen.has(value)) continue // the same again finds nothing else
        seen.add(value)
        const started = performance.now()
        const said = await Promise.try(() => query.read!(asked, value, url)).catch((error: unknown) => error)
        slowest = Math.max(slowest, performance.now() - started)
        if (said instanceof Error) faults.add(where, 'throws', number, value, String(said))
        if (said instanceof Response) await heard(said, (verdict) => faults.add(where, verdict, number, value))
      }
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    different += seen.size
  }
  return {
    part,
    tried: `${read.length * cases} values by what reads them: ${cases} of each of ${read.length} parameters`,
    found: `${different} different ones, slowest ${slowest.toFixed(0)} ms, ${faults.told()}`,
    holds: faults.areNone() && slowest <= maxMs,
  }
}

/** An answer, or one that was thrown: to a page of ours, and no failure. */
async function heard({ status, headers, body }: Response, fault: (verdict: string) => void) {
  await body?.cancel() // or its file stays open
  const goesTo = headers.get('Location')
  if (status >= 500) fault(`answers ${status}`)
  if (goesTo && !URL.canParse(goesTo, 'http://puthi.test')) fault('leads nowhere')
  else if (goesTo && new URL(goesTo, 'http://puthi.test').origin !== 'http://puthi.test') fault('leads elsewhere')
}

let senders = 0

interface Sent {
  /** For whoever reads what went wrong. */
  where: string
  number: number
  person: Person | null
  method?: 'POST'
  body?: string
  type?: string
  /** The site whose page sent it. */
  origin?: string
  /** Without script a browser asks for pages. */
  isPlain: boolean
}

/** Says what is wrong with the answer to anything at all. */
async function ask(ground: Ground, path: string, sent: Sent, faults: Faults) {
  const { where, number, person, method, body, type, origin, isPlain } = sent
  const sender = `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders++ & 255}`
  const started = performance.now()
  const answer = await fetch(ground.server.address + path, {
    ...(method ? { method } : {}),
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    headers: {
      'X-Forwarded-For': sender,
      Accept: isPlain ? 'text/html' : '*/*',
      ...(person ? { Cookie: person.cookie } : {}),
      ...(type ? { 'Content-Type': type } : {}),
      ...(origin ? { Origin: origin } : {}),
    },
  })
  const text = await answer.text()
  const ms = performance.now() - started
  const { headers, status } = answer
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false
  const raw = isPage ? rawIn(text) : undefined
  const goesTo = headers.get('Location')
  if (status >= 500) faults.add(where, `answers ${status}`, number, path, body)
  if (ms > maxMs) faults.add(where, 'takes too long', number, ms, path, body)
  if (raw) faults.add(where, 'shows it as it was sent', number, raw, path, body)
  if (headers.has('X-Puthi-Injected')) faults.add(where, 'sets a header', number, path, body)
  if (text !== '' && headers.get('X-Content-Type-Options') !== 'nosniff')
    faults.add(where, 'may be taken for something else', number, path)
  if (goesTo && new URL(goesTo, ground.server.address).origin !== ground.server.address) {
    faults.add(where, 'leads elsewhere', number, goesTo, path)
  }
  return { status, ms }
}

/** The same address as the page's script asks it. */
function asData(path: string) {
  const { pathname, search } = new URL(path, 'http://puthi.test')
  return `${pathname === '/' ? '/_' : pathname}.data${search}`
}

const boundary = 'puthi-boundary'

function multipart(pairs: Pair[]) {
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

/** What a form wrote is the newest row of its table: forms of one table go one after another. */
async function oneByOneInATable(work: (form: TriedForm) => Promise<void>) {
  const tables = [...Map.groupBy(triedForms, (form) => (form.changes ? form.name : form.table)).values()]
  const lane = async () => {
    for (let forms = tables.pop(); forms; forms = tables.pop()) for (const form of forms) await work(form)
  }
  await Promise.all(Array.from({ length: 3 }, lane))
}

async function formsOverHttp(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const faults = noFaults()
  const counts = { tried: 0, accepted: 0, slowest: 0 }
  await oneByOneInATable(async (form) => {
    for (const [field, kind] of Object.entries(form.fields)) {
      const times = kind === 'shown price' ? cases * 5 : cases // what a buyer might gain by
      for (let n = 0; n < times; n++) await sendForm(ground, seed, form, { field, number: n }, { faults, counts })
    }
  })
  return {
    part,
    tried: `${counts.tried} forms over HTTP: ${cases} of each field`,
    found: `${counts.accepted} taken and read back, slowest ${counts.slowest.toFixed(0)} ms, ${faults.told()}`,
    holds: faults.areNone() && counts.accepted > counts.tried / 10,
  }
}

interface Tally {
  faults: Faults
  counts: { tried: number; accepted: number; slowest: number }
}

interface Which {
  field: string
  number: number
}

async function sendForm(
  ground: Ground,
  seed: number,
  form: TriedForm,
  { field, number }: Which,
  { faults, counts }: Tally,
) {
  const where = `${form.name}, ${field}`
  const random = randomOf(seedOf(seed, 'over HTTP', where) + number)
  const { person, other } = peopleFor(ground, form, number)
  const fresh = freshOf(random)
  const good = await withFiles(ground.db, form, form.good(person, fresh), fresh)
  const { pairs, typed } = caseFor(random, form, field, good)
  const isPlain = random() < 0.5
  const isMultipart = random() < 0.5
  const before = await newestRow(ground, form, person)
  const { status, ms } = await ask(
    ground,
    isPlain ? form.place(person, other) : asData(form.place(person, other)),
    {
      ...{ where, number, person: form.who === 'visitor' ? null : person, method: 'POST', isPlain },
      body: isMultipart ? multipart(pairs) : encoded(pairs),
      type: isMultipart ? `multipart/form-data; boundary=${boundary}` : 'application/x-www-form-urlencoded',
    },
    faults,
  )
  counts.tried++
  counts.slowest = Math.max(counts.slowest, ms)
  if (!form.table) return

  const after = await newestRow(ground, form, person)
  if (status >= 400) {
    if (!isUntouched(form, before, after)) faults.add(where, 'is refused and kept', number, typed[field])
    return
  }
  counts.accepted++
  if (!form.changes && before?.id === after?.id) {
    faults.add(where, 'is taken and not there', number, typed[field])
    return
  }
  const expected = mustBeKept(form, typed)
  const wrong = differing(after, { ...expected, ...form.owned(person, other) })
  if (wrong) faults.add(where, 'is kept as something else', number, typed[field], wrong)
  const taken = wronglyTaken(form, typed, expected)
  if (taken) faults.add(where, `takes a wrong ${taken}`, number, typed[field])
  if (after?.id === foreignFields[0]![1]) faults.add(where, 'has the id that was sent')
}

type Row = Record<string, unknown> | undefined

/** What others change meanwhile in the newest row is theirs: that it still is the newest has to do. */
const isUntouched = ({ changes }: TriedForm, before: Row, after: Row) =>
  changes ? isDeepStrictEqual(before, after) : before?.id === after?.id

async function newestRow({ db }: Ground, form: TriedForm, person: Person) {
  if (!form.table) return undefined
  const rows = db.selectFrom(form.table).selectAll() as ReturnType<typeof selectPosts>
  const found = form.changes ? rows.where('id', '=', form.changes(person)) : rows.orderBy('id', 'desc').limit(1)
  return (await found.executeTakeFirst()) as Row
}

/** All these tables have an id. */
const selectPosts = ({ db }: Ground) => db.selectFrom('posts').selectAll()

/** What a page reads while it is drawn, in the page: all that stands in one address at once, each a value of its own. */
async function drawnOverHttp(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const groups = [...Map.groupBy(drawn, ({ path, who }) => `${path} of a ${who}`).values()]
  const asked = groups.flatMap((group) => Array.from({ length: cases }, (_, number) => ({ group, number })))
  const { found, areNone } = await askEach(
    ground,
    asked,
    ([query, ...others], random) =>
      addressOf(
        query!,
        hostileText(random, query!.good),
        ...others.map(({ name, good }): Pair => [name!, hostileText(random, good)]),
        ...(random() < 0.1 ? [pick(random, foreignFields)] : []),
        ...(random() < 0.1 ? [[query!.name!, hostileText(random, '')] as Pair] : []),
      ),
    seed,
  )
  return {
    part,
    tried: `${asked.length} pages over HTTP: ${cases} values of each of ${drawn.length} parameters that pages read`,
    found,
    holds: areNone,
  }
}

/** A sample of what byReaders tries whole, here with all that stands around it, in every address that has it. */
async function sampleOverHttp(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const asked = sampled.flatMap((query) => Array.from({ length: cases }, (_, number) => ({ group: [query], number })))
  const { found, areNone } = await askEach(
    ground,
    asked,
    ([query], random) => addressOf(query!, hostileText(random, query!.good)),
    seed,
  )
  return {
    part,
    tried: `${asked.length} addresses over HTTP: ${cases} values of each of these, wherever they stand, at ${sampled.length} places`,
    found,
    holds: areNone,
  }
}

interface AskedQuery {
  /** All in one address. */
  group: TriedQuery[]
  number: number
}

async function askEach(
  ground: Ground,
  asked: AskedQuery[],
  addressFor: (group: TriedQuery[], random: Random) => string,
  seed: number,
) {
  const faults = noFaults()
  let [next, slowest] = [0, 0]
  const lane = async () => {
    for (let one = asked[next++]; one; one = asked[next++]) {
      const { group, number } = one
      const { name, who, path, read: reader, isLoaded } = group[0]!
      const where = group.map(placeOf).join(', ')
      const random = randomOf(seedOf(seed, 'over HTTP', where) + number)
      const place = addressFor(group, random)
      // What is read while a page is drawn, is read in pages alone; a part of a path is no page's.
      const isPage = name === null || (!reader && !isLoaded)
      const isPlain = isPage || random() < (isLoaded ? 0.1 : 0.6)
      const { students, stores } = ground
      const person = who === 'visitor' ? null : (who === 'store' ? stores : students)[number % students.length]!
      const sent = { where, number, person, isPlain: isPlain && !path.endsWith('.data') }
      const { ms } = await ask(ground, isPlain ? place : asData(place), sent, faults)
      slowest = Math.max(slowest, ms)
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  return { found: `slowest ${slowest.toFixed(0)} ms, ${faults.told()}`, areNone: faults.areNone() }
}

/** What is no form, or far too large a one, or another site's: an answer, soon, and nothing kept. */
async function wrongBodies(ground: Ground): Promise<Finding> {
  const faults = noFaults()
  const statuses = new Map<number, number>()
  const huge = 'a'.repeat(10 * 1_048_576)
  let tried = 0
  await oneByOneInATable(async (form) => {
    const { person, other } = peopleFor(ground, form, 0)
    const fresh = freshOf(randomOf(seedOf(0, form.name)))
    const good = await withFiles(ground.db, form, form.good(person, fresh), fresh)
    const [field = ''] = Object.keys(form.fields)
    const others = Object.entries(good).filter(([name]) => name !== field)
    const plainType = 'application/x-www-form-urlencoded'
    const bodies: { type: string; body: string; origin?: string; answer?: number }[] = [
      { type: plainType, body: `${encoded(others)}&${field}=${huge}`, answer: 413 },
      { type: `multipart/form-data; boundary=${boundary}`, body: multipart([...others, [field, huge]]), answer: 413 },
      { type: 'multipart/form-data', body: multipart(Object.entries(good)) },
      { type: `multipart/form-data; boundary=other`, body: multipart(Object.entries(good)) },
      { type: 'application/json', body: JSON.stringify(good) },
      { type: 'text/plain', body: encoded(Object.entries(good)) },
      { type: 'a type of none', body: '<puthi-x>' },
      ...['https://evil.example', 'null', ground.server.address.replace('http://', 'http://www.')].map((origin) => ({
        ...{ type: plainType, body: encoded(Object.entries(good)), origin, answer: 403 },
      })),
    ]
    for (const [number, { answer, ...sent }] of bodies.entries()) {
      const before = await newestRow(ground, form, person)
      const who = form.who === 'visitor' ? null : person
      const message = { ...sent, where: form.name, number, person: who, method: 'POST' as const, isPlain: true }
      const { status } = await ask(ground, form.place(person, other), message, faults)
      tried++
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status < 400) faults.add(form.name, 'takes what is no form', sent.type)
      if (answer && status !== answer) faults.add(form.name, `answers ${status} in place of ${answer}`, sent.type)
      const after = await newestRow(ground, form, person)
      if (!isUntouched(form, before, after)) faults.add(form.name, 'keeps it', sent.type)
    }
    for (const type of [plainType, `multipart/form-data; boundary=${boundary}`]) {
      const status = await answerToClaim(ground, form.place(person, other), type, person)
      tried++
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 413) faults.add(form.name, `answers ${status} to a gigabyte that is yet to come`, type)
    }
  })
  for (const place of [`${pictureUploadPath}?folder=images&name=a.jpg`, `${pdfUploadPath}?name=a.pdf`]) {
    const [person] = ground.students
    const sent = { where: place, number: 0, person: person!, method: 'POST' as const, isPlain: false }
    const answers = [
      (await ask(ground, place, { ...sent, body: 'a', origin: 'https://evil.example' }, faults)).status,
      await answerToClaim(ground, place, 'image/jpeg', person!),
    ]
    tried += answers.length
    if (answers.join() !== '403,413') faults.add(place, `answers ${answers.join()} in place of 403 and 413`)
  }
  return {
    part,
    tried: `${tried} bodies of 10 MB or more, that are no forms, or from other sites`,
    found: `${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}, ${faults.told()}`,
    holds: faults.areNone(),
  }
}

/** To somebody who says that a gigabyte comes, and sends next to nothing of it: 0 where there is none soon. */
function answerToClaim({ server }: Ground, place: string, type: string, { cookie }: Person) {
  return new Promise<number>((resolve) => {
    const headers = { 'Content-Type': type, 'Content-Length': 2 ** 30, Cookie: cookie }
    const sent = request(server.address + place, { method: 'POST', headers, timeout: maxMs, agent: false })
    sent.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode)
      sent.destroy()
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(0))
    sent.write('name=')
  })
}
