import { isDeepStrictEqual } from 'node:util'

import { mustBeKept, wronglyTaken } from '../expected-rows.ts'
import type { Finding } from '../finding.ts'
import type { Ground, Person } from '../ground.ts'
import { randomOf, seedOf } from '../random.ts'
import { freshOf, type TriedForm } from '../tried-form.ts'
import { peopleFor, triedForms, withFiles } from '../tried-forms.ts'
import { asData, ask } from './asking.ts'
import { caseFor, encoded, foreignFields, type Pair } from './cases.ts'
import { differing, type Faults, noFaults, part } from './tally.ts'

export const boundary = 'puthi-boundary'

export function multipart(pairs: Pair[]) {
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

/** Runs forms of one table one after another, as the newest row of the table must be the one that the form wrote. */
export async function oneByOneInATable(work: (form: TriedForm) => Promise<void>) {
  const tables = [...Map.groupBy(triedForms, (form) => (form.changes ? form.name : form.table)).values()]
  const lane = async () => {
    for (let forms = tables.pop(); forms; forms = tables.pop()) for (const form of forms) await work(form)
  }
  await Promise.all(Array.from({ length: 3 }, lane))
}

export async function formsOverHttp(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const faults = noFaults()
  const counts = { tried: 0, accepted: 0, slowest: 0 }
  await oneByOneInATable(async (form) => {
    for (const [field, kind] of Object.entries(form.fields)) {
      const times = kind === 'shown price' ? cases * 5 : cases // a buyer might gain by changing it
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
      where,
      number,
      person: form.who === 'visitor' ? null : person,
      method: 'POST',
      isPlain,
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

/** If the form inserts, only the newest id is compared: other forms may change that row concurrently. */
export const isUntouched = ({ changes }: TriedForm, before: Row, after: Row) =>
  changes ? isDeepStrictEqual(before, after) : before?.id === after?.id

export async function newestRow({ db }: Ground, form: TriedForm, person: Person) {
  if (!form.table) return undefined
  const rows = db.selectFrom(form.table).selectAll() as ReturnType<typeof selectPosts>
  const found = form.changes ? rows.where('id', '=', form.changes(person)) : rows.orderBy('id', 'desc').limit(1)
  const whole = (await found.executeTakeFirst()) as Row
  if (!whole) return undefined
  const { sameBook: _byJob, ...row } = whole
  if (!form.details) return row
  const accountId = String(row.id)
  const details = db.selectFrom(form.details.table).selectAll().where('accountId', '=', accountId)
  return { ...row, ...(await details.executeTakeFirst()) }
}

/** Only for its type, which fits the other tables, too: they all have an id. */
const selectPosts = ({ db }: Ground) => db.selectFrom('posts').selectAll()
