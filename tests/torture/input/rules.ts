import { readForm } from '#app/forms/forms.ts'
import type { Tables } from '#app/platform/db.server.ts'

import { columnsOf, mustBeKept, wronglyTaken } from '../expected-rows.ts'
import type { Finding } from '../finding.ts'
import type { Ground } from '../ground.ts'
import { textsOf } from '../hostile-texts.ts'
import { randomOf, seedOf } from '../random.ts'
import { freshOf, type TriedForm } from '../tried-form.ts'
import { peopleFor, triedForms } from '../tried-forms.ts'
import { caseFor, encoded, type Pair } from './cases.ts'
import { differing, type Faults, maxMs, noFaults, part } from './tally.ts'

const batchSize = 1_000

interface HowMany {
  /** Per field of a form. */
  casesOf: (form: TriedForm) => number
  /** How many different accepted values per field are stored: more would load the database and find nothing new. */
  keep: number
}

export async function byRules(ground: Ground, seed: number, { casesOf, keep }: HowMany): Promise<Finding> {
  const faults = noFaults()
  // Tries each schema once: forms that share one differ only in their URLs, which the HTTP tests cover.
  const forms = triedForms.filter(
    ({ rules }, at) => rules !== null && triedForms.findIndex((form) => form.rules === rules) === at,
  )
  let [tried, accepted, kept] = [0, 0, 0]
  let writing = Promise.resolve() // runs while the next field is tried
  for (const form of forms) {
    const { person, other } = peopleFor(ground, form, 0)
    const waiting = Object.fromEntries(Object.keys(form.files ?? {}).map((field) => [field, 'a key']))
    for (const field of Object.keys(form.fields)) {
      const where = `${form.name}, ${field}`
      const batch = new Map<string | undefined, Kept>()
      const first = seedOf(seed, where)
      const cases = casesOf(form)
      for (let n = 0; n < cases; n++) {
        const random = randomOf(first + n)
        const fresh = freshOf(random)
        const good = { ...form.good({ ...person, phone: fresh.phone }, fresh), ...waiting }
        const { pairs, typed } = caseFor(random, form, field, good)
        // Encodes and parses only every fourth case as a request body: that costs more than the schema.
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
    tried: `${tried} forms by their rules: of ${fields} fields`,
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

/** Very long texts in every field, up to the size limit of a form. Measures CPU time, as the machine may be busy. */
export function longTextsByRules(ground: Ground, size: number): Finding {
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

type Row = Record<string, unknown>

const pickColumns = (row: Row, isWanted: (column: string) => boolean): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => isWanted(column)))

async function keepAndReadBack({ db }: Ground, form: TriedForm, batch: Kept[], faults: Faults) {
  const phones = new Set<unknown>()
  const isAccount = form.table === 'accounts'
  const all = batch
    .filter(({ row }) => !isAccount || (!phones.has(row.phone) && phones.add(row.phone)))
    .map((kept) => ({ ...kept, id: crypto.randomUUID() as string }))
  const transaction = await db.startTransaction().execute()
  try {
    for (let at = 0; at < all.length; at += batchSize) {
      const rows = all.slice(at, at + batchSize)
      const { details } = form
      const isDetail = (column: string) => details?.columns.includes(column) ?? false
      const insert = async (table: keyof Tables, values: (row: Kept & { id: string }) => Row) =>
        (await transaction.insertInto(table).values(rows.map(values)).returningAll().execute()) as Row[]
      const found = await insert(form.table!, ({ id, row }) => ({ ...pickColumns(row, (name) => !isDetail(name)), id }))
      const byId = new Map(found.map((row) => [row.id, row]))
      if (details) {
        for (const row of await insert(details.table, ({ id, row: whole }) => ({
          ...pickColumns(whole, isDetail),
          accountId: id,
        }))) {
          Object.assign(byId.get(row.accountId)!, row)
        }
      }
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
