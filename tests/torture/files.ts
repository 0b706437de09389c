import { readFileSync } from 'node:fs'

import { fileProblemText } from '#app/files/file-rules.ts'
import { renditionKeys } from '#app/files/picture-url.ts'
import { notAPdf, notAPicture } from '#app/posts/post-rules.ts'

import { pdf } from '../support/pdfs.ts'
import { filesIn } from '../support/pictures.ts'
import type { Finding } from './finding.ts'
import { type Ground, startGround } from './ground.ts'
import { type HostileFile, hostileFiles, secret } from './hostile-files.ts'
import { peakMb } from './process-figures.ts'
import { randomOf } from './random.ts'

interface Options {
  seed: number
  isLong: boolean
}

const part = 'files'
const maxMs = 1_000
/** Two pictures of 40 megapixels that can only be read whole, and what the server has anyway. */
const maxPeakMb = 900

const statuses = {
  'too large': 413,
  'not a picture': 415,
  'too many pixels': 422,
  'pdf too large': 413,
  'not a pdf': 415,
}

/** Files that mean harm, sent by the script's way and by that of a form without script, and what is served of them. */
export async function files({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround()
  const random = randomOf(seed)
  // In the long form again and again, in any order.
  const rounds = Array.from({ length: isLong ? 10 : 0 }, () => hostileFiles.toSorted(() => random() - 0.5))
  try {
    const tally = newTally()
    for (const file of hostileFiles) await tryFile(ground, file, tally)
    await servedPdfs(ground, tally)
    for (const file of rounds.flat()) await upload(ground, file, await file.make(), tally)
    return findingsOf(ground, tally, isLong)
  } finally {
    await ground.stop()
  }
}

interface Tally {
  faults: string[]
  /** What is wrong with what is served. */
  active: string[]
  /** How long each answer took, and how much work it was. */
  ms: number[]
  workMs: number[]
  kept: { what: string; key: string; bytes: Buffer }[]
  refused: number
  served: number
}

const newTally = (): Tally => ({ faults: [], active: [], ms: [], workMs: [], kept: [], refused: 0, served: 0 })

function findingsOf(
  { server }: Ground,
  { faults, active, ms, workMs, kept, refused, served }: Tally,
  isLong: boolean,
): Finding[] {
  const peak = peakMb(server.process.pid!)
  const [waited, worked] = [percentile99(ms), percentile99(workMs)]
  return [
    {
      part,
      tried: `${hostileFiles.length} hostile files, by script and by form`,
      found: `${kept.length} written anew or served as what they are, ${refused} refused, ${faults.length} faults ${faults.slice(0, 8).join('; ')}`,
      holds: faults.length === 0 && hostileFiles.length >= 60,
    },
    {
      part,
      tried: `${served} answers with what was kept`,
      found: `${active.length} that are active or tell too much ${active.slice(0, 8).join('; ')}`,
      holds: active.length === 0 && served > 100,
    },
    {
      part,
      tried: `${ms.length} uploads`,
      // Where others keep the machine busy, what one waits for says little: the short form goes by the work, and not to
      // the last tenth.
      found: `p99 ${waited} ms, of work ${worked} ms, slowest ${Math.max(...ms).toFixed(0)} ms`,
      holds: isLong ? waited <= maxMs : worked <= 2 * maxMs,
    },
    { part, tried: 'memory of the server meanwhile', found: `${peak} MB at most`, holds: peak <= maxPeakMb },
  ]
}

const percentile99 = (values: number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1]!)

/** The time on the processor of the server and of the readers it started, in hundredths of a second. */
function workOf({ server }: Ground) {
  const stat = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8')
  const [utime, stime, cutime, cstime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return (utime! + stime! + cutime! + cstime!) * 10
}

const rowsOf = async ({ db }: Ground) => (await db.selectFrom('files').select('key').execute()).length
const storedIn = ({ folder }: Ground) => filesIn(folder).length

async function tryFile(ground: Ground, file: HostileFile, tally: Tally) {
  const fault = (text: string) => void tally.faults.push(`${file.what}: ${text}`)
  const bytes = await file.make()
  const before = { rows: await rowsOf(ground), stored: storedIn(ground) }
  const work = workOf(ground)
  const answer = await upload(ground, file, bytes, tally)
  tally.workMs.push(workOf(ground) - work)

  if (file.answer === 'kept') {
    if (answer.status !== 201 || !answer.key) return fault(`${answer.status} ${answer.problem}`)
    if (!/^(images|uploads)\/\d{13}_[0-9a-f]{32}_[A-Za-z0-9-]{1,40}\.(jpg|pdf)$/.test(answer.key)) fault(answer.key)
    tally.kept.push({ what: file.what, key: answer.key, bytes })
    if (file.as === 'picture') await servedPicture(ground, file.what, answer.key, tally)
    return
  }
  tally.refused++
  if (answer.status !== statuses[file.answer] || answer.problem !== file.answer) {
    fault(`${answer.status} ${answer.problem ?? answer.key}`)
  }
  const page = await sendForm(ground, file, bytes, tally)
  const message = fileProblemText(file.answer, { notAPicture, notAPdf })
  if (page.status !== 400 || !page.html.includes(message)) fault(`its form answers ${page.status} without ${message}`)
  if (before.rows !== (await rowsOf(ground))) fault('leaves a row')
  if (before.stored !== storedIn(ground)) fault('leaves a file')
}

async function upload(ground: Ground, { as, name }: HostileFile, bytes: Buffer, { ms }: Tally) {
  const place = as === 'picture' ? '/uploads/picture?folder=images&' : '/uploads/pdf?'
  const started = performance.now()
  const answer = await fetch(`${ground.server.address}${place}name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { Cookie: ground.next('student').cookie },
  })
  const said = (await answer.json().catch(() => ({}))) as { key?: string; problem?: string }
  ms.push(performance.now() - started)
  return { status: answer.status, ...said }
}

/** As a browser without script sends it, names and all. */
async function sendForm(ground: Ground, { as, name }: HostileFile, bytes: Buffer, { ms }: Tally) {
  const [place, field] = as === 'picture' ? ['/CreateBooksAndNovels', 'picture1'] : ['/CreateCourseAndNotes', 'pdf1']
  const form = new FormData()
  form.append('name', 'A post')
  form.append(
    field,
    new Blob([new Uint8Array(bytes)], { type: as === 'picture' ? 'image/jpeg' : 'application/pdf' }),
    name,
  )
  const started = performance.now()
  const answer = await fetch(ground.server.address + place, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { Cookie: ground.next('student').cookie, Accept: 'text/html' },
  })
  const page = await answer.text()
  ms.push(performance.now() - started)
  return { status: answer.status, html: page }
}

/** What no picture that we serve holds: what was hidden in it, and the marks of what cameras and programs note. */
const traces = [
  secret,
  'Exif',
  'ICC_PROFILE',
  'ns.adobe',
  'Photoshop',
  '<script',
  '<?php',
  'PK\x03\x04',
  '%PDF',
  'tEXt',
]

async function servedPicture({ server }: Ground, what: string, key: string, tally: Tally) {
  const fault = (text: string) => void tally.active.push(`${what}: ${text}`)
  for (const rendition of renditionKeys(key)) {
    const answer = await fetch(`${server.address}/pictures/${rendition}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isWebp = rendition.endsWith('.webp')
    const start = isWebp
      ? bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)
      : bytes.toString('hex', 0, 3)
    tally.served++
    if (answer.status !== 200 || start !== (isWebp ? 'RIFFWEBP' : 'ffd8ff')) fault(`${rendition} is no picture`)
    if (answer.headers.get('Content-Type') !== (isWebp ? 'image/webp' : 'image/jpeg'))
      fault('is served as something else')
    if (answer.headers.get('X-Content-Type-Options') !== 'nosniff') fault('may be taken for something else')
    if (answer.headers.get('Content-Security-Policy') !== "default-src 'none'") fault('may do something')
    const trace = traces.find((one) => bytes.includes(one, 0, 'latin1'))
    if (trace) fault(`${rendition} holds ${trace}`)
  }
}

/** Each as the first PDF of a note: what everyone reads before buying, and what its seller reads. */
async function servedPdfs(ground: Ground, tally: Tally) {
  for (const { what, key, bytes } of tally.kept.filter((one) => one.key.endsWith('.pdf'))) {
    const fault = (text: string) => void tally.active.push(`${what}: ${text}`)
    const seller = ground.next('student')
    const other = { what, name: 'b.pdf', as: 'pdf', make: pdf, answer: 'kept' } as const
    const { key: second = '' } = await upload(ground, other, pdf(), newTally())
    const posted = await fetch(`${ground.server.address}/CreateCourseAndNotes?tab=notes`, {
      method: 'POST',
      body: new URLSearchParams({
        name: '"\r\n<puthi-x>\u202e',
        category: 'HSLC (SEBA)',
        price: '10',
        pdf1: key,
        pdf2: second,
      }),
      redirect: 'manual',
      headers: { Cookie: seller.cookie, Accept: 'text/html' },
    })
    const post = await ground.db.selectFrom('posts').select('id').where('pdf1', '=', key).executeTakeFirst()
    if (posted.status !== 303 || !post) {
      fault(`is not posted: ${posted.status}`)
      continue
    }
    for (const place of [`/posts/${post.id}/preview/1`, `/posts/${post.id}/pdfs/1`]) {
      const answer = await fetch(ground.server.address + place, { headers: { Cookie: seller.cookie } })
      const served = Buffer.from(await answer.arrayBuffer())
      const { headers } = answer
      tally.served++
      if (answer.status !== 200 || !served.equals(bytes)) fault(`${place} answers ${answer.status} with other bytes`)
      if (headers.get('Content-Type') !== 'application/pdf') fault('is served as something else')
      if (headers.get('X-Content-Type-Options') !== 'nosniff') fault('may be taken for something else')
      if (!headers.get('Content-Security-Policy')?.startsWith("default-src 'none'; object-src 'self';"))
        fault('may do something')
      if (headers.get('X-Frame-Options') !== 'SAMEORIGIN') fault('may stand in a frame of others')
      if (headers.has('X-Puthi-Injected')) fault('sets a header')
      const disposition = headers.get('Content-Disposition') ?? ''
      if (!/^inline; filename="[^"\\%\r\n]+\.pdf"; filename\*=UTF-8''[\w.%~!-]+$/.test(disposition)) fault(disposition)
    }
  }
}
