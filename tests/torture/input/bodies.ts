import { request } from 'node:http'

import { pdfUploadPath, pictureUploadPath } from '#app/files/file-rules.ts'

import type { Finding } from '../finding.ts'
import type { Ground, Person } from '../ground.ts'
import { randomOf, seedOf } from '../random.ts'
import { freshOf } from '../tried-form.ts'
import { peopleFor, withFiles } from '../tried-forms.ts'
import { ask } from './asking.ts'
import { encoded } from './cases.ts'
import { boundary, isUntouched, multipart, newestRow, oneByOneInATable } from './forms.ts'
import { maxMs, noFaults, part } from './tally.ts'

/** Bodies that are no forms, too large, or from another site: the server must refuse them soon and store nothing. */
export async function wrongBodies(ground: Ground): Promise<Finding> {
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
        type: plainType,
        body: encoded(Object.entries(good)),
        origin,
        answer: 403,
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

/** The status for a client that announces a gigabyte and sends a few bytes; 0 without a response within `maxMs`. */
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
