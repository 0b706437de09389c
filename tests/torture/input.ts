import { isDeepStrictEqual } from 'node:util'

import { readForm } from '#app/platform/forms.ts'

import type { Finding } from './finding.ts'
import { type Ground, type Person, startGround } from './ground.ts'
import { hostileText, rawIn, textsOf } from './hostile-texts.ts'
import { pick, type Random, randomOf } from './random.ts'
import { columnsOf, freshPhone, mustBeKept, peopleFor, type TriedForm, triedForms, withFiles } from './tried-forms.ts'
import { triedQueries } from './tried-queries.ts'

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
 * parameter to the function that reads it. A sample of the same cases goes over HTTP to the real server, page and all:
 * there one case costs a hundred times as much, and what it adds (parsing, access, use cases, pages) has far fewer ways.
 */
export async function input({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround()
  const cases = isLong ? 20_000 : 1_000
  try {
    return [
      await byRules(ground, randomOf(seed), { cases, keep: isLong ? 5_000 : 250 }),
      longTextsByRules(ground, isLong ? 250_000 : 60_000),
      await byReaders(ground, randomOf(seed + 1), cases),
      await formsOverHttp(ground, seed + 2, isLong ? 200 : 4),
      await queriesOverHttp(ground, randomOf(seed + 3), isLong ? 300 : 6),
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
      if (first.size < 12 && !first.has(kind)) first.set(kind, `${kind} (${shown(...what)})`)
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

async function byRules(ground: Ground, random: Random, { cases, keep }: HowMany): Promise<Finding> {
  const faults = noFaults()
  // The same rules need not be tried twice: they differ in where the form is sent, and that is HTTP's to try.
  const forms = triedForms.filter(({ rules }, at) => triedForms.findIndex((form) => form.rules === rules) === at)
  let [tried, accepted, kept] = [0, 0, 0]
  let writing = Promise.resolve() // while the next field is tried
  for (const form of forms) {
    const { person, other } = peopleFor(ground, form)
    const waiting = Object.fromEntries(Object.keys(form.files ?? {}).map((field) => [field, 'a key']))
    for (const field of Object.keys(form.fields)) {
      const where = `${form.name}, ${field}`
      const batch = new Map<string | undefined, Kept>()
      for (let n = 0; n < cases; n++) {
        const good = { ...form.good({ ...person, phone: freshPhone() }), ...waiting }
        const { pairs, typed } = caseFor(random, form, field, good)
        // Every fourth as bytes that are parsed; it costs more than the rules.
        const reading = readForm(form.rules, n % 4 === 0 ? await parsed(pairs) : formOf(pairs))
        tried++
        if (!reading.ok) continue

        accepted++
        if (batch.has(typed[field]) || batch.size >= keep) continue
        const values = reading.values as Record<string, unknown>
        const foreign = Object.keys(values).find((name) => !(name in form.fields))
        if (foreign !== undefined) faults.add(where, 'took a field that the form does not have', foreign)
        const row = { ...form.rest(person, other), ...columnsOf(form, values) }
        batch.set(typed[field], { field, typed, row, expected: mustBeKept(form, typed) })
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
    tried: `${tried} forms by their rules, ${fields} fields`,
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
    const good = form.good(peopleFor(ground, form).person)
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
      for (const { id, field, typed, expected } of rows) {
        const wrong = differing(byId.get(id), expected)
        if (wrong) faults.add(`${form.name}, ${field}`, 'is kept as something else', typed[field], wrong)
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

async function byReaders({ db, students }: Ground, random: Random, cases: number): Promise<Finding> {
  const faults = noFaults()
  const read = triedQueries.filter((query) => query.read)
  const seller = { ...students[0]!, kind: 'student' as const, name: 'Rina' }
  let slowest = 0
  for (const { path, name, good, read: reader } of read) {
    const values = Array.from(
      { length: cases },
      () => hostileText(random, good).toWellFormed(), // what is no text cannot stand in an address
    )
    const lane = async () => {
      for (let value = values.pop(); value !== undefined; value = values.pop()) {
        const started = performance.now()
        try {
          await reader!(db, seller, value)
        } catch (error) {
          faults.add(`${path} ${name}`, 'throws', value, String(error))
        }
        slowest = Math.max(slowest, performance.now() - started)
      }
    }
    await Promise.all(Array.from({ length: 8 }, lane))
  }
  return {
    part,
    tried: `${read.length * cases} values of ${read.length} parameters, by what reads them`,
    found: `slowest ${slowest.toFixed(0)} ms, ${faults.told()}`,
    holds: faults.areNone() && slowest <= maxMs,
  }
}

let senders = 0

interface Sent {
  /** For whoever reads what went wrong. */
  where: string
  person: Person | null
  method?: 'POST'
  body?: string
  type?: string
  /** Without script a browser asks for pages. */
  isPlain: boolean
}

/** Says what is wrong with the answer to anything at all. */
async function ask(ground: Ground, path: string, { where, person, method, body, type, isPlain }: Sent, faults: Faults) {
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
    },
  })
  const text = await answer.text()
  const ms = performance.now() - started
  const { headers, status } = answer
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false
  const raw = isPage ? rawIn(text) : undefined
  const goesTo = headers.get('Location')
  if (status >= 500) faults.add(where, `answers ${status}`, path, body)
  if (ms > maxMs) faults.add(where, 'takes too long', ms, path, body)
  if (raw) faults.add(where, 'shows it as it was sent', raw, path, body)
  if (headers.has('X-Puthi-Injected')) faults.add(where, 'sets a header', path, body)
  if (text !== '' && headers.get('X-Content-Type-Options') !== 'nosniff')
    faults.add(where, 'may be taken for something else', path)
  if (goesTo && new URL(goesTo, ground.server.address).origin !== ground.server.address) {
    faults.add(where, 'leads elsewhere', goesTo, path)
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

async function formsOverHttp(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const faults = noFaults()
  const counts = { tried: 0, accepted: 0, slowest: 0 }
  // What a form wrote is the newest row of its table: forms of one table go one after another.
  const tables = [...Map.groupBy(triedForms, (form) => (form.changes ? form.name : form.table)).values()]
  const lane = async (random: Random) => {
    for (let forms = tables.pop(); forms; forms = tables.pop()) {
      for (const form of forms) {
        for (const [field, kind] of Object.entries(form.fields)) {
          const times = kind === 'shown price' ? cases * 5 : cases // what a buyer might gain by
          for (let n = 0; n < times; n++) await sendForm(ground, random, form, field, { faults, counts })
        }
      }
    }
  }
  await Promise.all([lane(randomOf(seed)), lane(randomOf(seed + 1))])
  return {
    part,
    tried: `${counts.tried} forms over HTTP`,
    found: `${counts.accepted} taken and read back, slowest ${counts.slowest.toFixed(0)} ms, ${faults.told()}`,
    holds: faults.areNone() && counts.accepted > counts.tried / 10,
  }
}

interface Tally {
  faults: Faults
  counts: { tried: number; accepted: number; slowest: number }
}

async function sendForm(ground: Ground, random: Random, form: TriedForm, field: string, { faults, counts }: Tally) {
  const { person, other } = peopleFor(ground, form)
  const good = await withFiles(ground.db, form, form.good(person))
  const { pairs, typed } = caseFor(random, form, field, good)
  const isPlain = random() < 0.5
  const isMultipart = random() < 0.5
  const before = await newestRow(ground, form, person)
  const { status, ms } = await ask(
    ground,
    isPlain ? form.place(person, other) : asData(form.place(person, other)),
    {
      where: `${form.name}, ${field}`,
      person: form.who === 'visitor' ? null : person,
      method: 'POST',
      body: isMultipart ? multipart(pairs) : encoded(pairs),
      type: isMultipart ? `multipart/form-data; boundary=${boundary}` : 'application/x-www-form-urlencoded',
      isPlain,
    },
    faults,
  )
  counts.tried++
  counts.slowest = Math.max(counts.slowest, ms)
  if (!form.table) return

  const after = await newestRow(ground, form, person)
  const where = `${form.name}, ${field}`
  if (status >= 400) {
    if (!isDeepStrictEqual(before, after)) faults.add(where, 'is refused and kept', typed[field])
    return
  }
  counts.accepted++
  if (!form.changes && before?.id === after?.id) {
    faults.add(where, 'is taken and not there', typed[field])
    return
  }
  const wrong = differing(after, { ...mustBeKept(form, typed), ...form.owned(person, other) })
  if (wrong) faults.add(where, 'is kept as something else', typed[field], wrong)
  if (after?.id === foreignFields[0]![1]) faults.add(where, 'has the id that was sent')
}

async function newestRow({ db }: Ground, form: TriedForm, person: Person) {
  if (!form.table) return undefined
  const rows = db.selectFrom(form.table).selectAll() as ReturnType<typeof selectPosts>
  const found = form.changes ? rows.where('id', '=', form.changes(person)) : rows.orderBy('id', 'desc').limit(1)
  return (await found.executeTakeFirst()) as Record<string, unknown> | undefined
}

/** All these tables have an id. */
const selectPosts = ({ db }: Ground) => db.selectFrom('posts').selectAll()

async function queriesOverHttp(ground: Ground, random: Random, cases: number): Promise<Finding> {
  const faults = noFaults()
  let slowest = 0
  const asked = triedQueries.flatMap((query) => Array.from({ length: cases }, () => query))
  const tried = asked.length
  const lane = async () => {
    for (let query = asked.pop(); query; query = asked.pop()) {
      const value = hostileText(random, query.good)
      const encodedValue = encodeURIComponent(value.toWellFormed())
      const isPlain = random() < 0.6
      const place =
        query.name === null
          ? query.path.replace(':value', () => encodedValue)
          : `${query.path}?${query.beside ? `${query.beside}&` : ''}${query.name}=${encodedValue}`
      const isPage = !place.startsWith('/pictures/')
      const { ms } = await ask(
        ground,
        isPlain || query.name === null || !isPage ? place : asData(place),
        {
          where: `${query.path} ${query.name ?? ''}`,
          person: query.who === 'visitor' ? null : ground.next(query.who),
          isPlain,
        },
        faults,
      )
      slowest = Math.max(slowest, ms)
    }
  }
  await Promise.all([lane(), lane()])
  return {
    part,
    tried: `${tried} values of ${triedQueries.length} parameters over HTTP`,
    found: `slowest ${slowest.toFixed(0)} ms, ${faults.told()}`,
    holds: faults.areNone(),
  }
}

/** What is no form, or far too large a one: an answer, soon, and nothing kept. */
async function wrongBodies(ground: Ground): Promise<Finding> {
  const faults = noFaults()
  const statuses = new Set<number>()
  const huge = 'a'.repeat(10 * 1_048_576)
  let tried = 0
  for (const form of triedForms) {
    const { person, other } = peopleFor(ground, form)
    const good = form.good(person)
    const [field = ''] = Object.keys(form.fields)
    const others = Object.entries(good).filter(([name]) => name !== field)
    const bodies = [
      { type: 'application/x-www-form-urlencoded', body: `${encoded(others)}&${field}=${huge}` },
      { type: `multipart/form-data; boundary=${boundary}`, body: multipart([...others, [field, huge]]) },
      { type: 'multipart/form-data', body: multipart(Object.entries(good)) },
      { type: `multipart/form-data; boundary=other`, body: multipart(Object.entries(good)) },
      { type: 'application/json', body: JSON.stringify(good) },
      { type: 'text/plain', body: encoded(Object.entries(good)) },
      { type: 'a type of none', body: '<puthi-x>' },
    ]
    for (const { type, body } of bodies) {
      const before = await newestRow(ground, form, person)
      const who = form.who === 'visitor' ? null : person
      const sent = { where: form.name, person: who, method: 'POST' as const, body, type, isPlain: true }
      const { status } = await ask(ground, form.place(person, other), sent, faults)
      tried++
      statuses.add(status)
      if (status < 400) faults.add(form.name, 'takes what is no form', type)
      if (!isDeepStrictEqual(before, await newestRow(ground, form, person))) faults.add(form.name, 'keeps it', type)
    }
  }
  return {
    part,
    tried: `${tried} bodies of 10 MB or that are no forms`,
    found: `${[...statuses].join(', ')}, ${faults.told()}`,
    holds: faults.areNone(),
  }
}
