import { readFileSync } from 'node:fs'

import sharp from 'sharp'

import { fileProblemText, uploadsPerDay } from '#app/files/file-rules.ts'
import { notAPdf, notAPicture } from '#app/posts/post-rules.ts'

import { filesIn } from '../support/pictures.ts'
import { startServer } from '../support/server.ts'
import type { Finding } from './finding.ts'
import { type Ground, type Person, startGround } from './ground.ts'
import { type HostileFile, hostileFiles } from './hostile-files.ts'
import { peakMb } from './process-figures.ts'
import { randomOf, seedOf } from './random.ts'
import { newTally, sendForm, type Tally, upload } from './sent-files.ts'
import { servedPdfs, servedPicture } from './served-files.ts'

interface Options {
  seed: number
  isLong: boolean
}

const part = 'files'
/** CPU time of an upload, as a multiple of what an ordinary photograph takes at the time. */
const maxPhotographs = 2
/** Two pictures of 40 megapixels that can only be decoded as a whole, plus the memory that the server always uses. */
const maxPeakMb = 900

const statuses = {
  'too large': 413,
  'not a picture': 415,
  'too many pixels': 422,
  'side too long': 422,
  'pdf too large': 413,
  'not a pdf': 415,
  'active pdf': 422,
  'pdf with password': 422,
}

/** Uploads hostile files, by the page's script and by forms without JavaScript, and checks what is served of them. */
export async function files({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround()
  const random = randomOf(seedOf(seed, part))
  // The long form uploads all of them five more times, in random order.
  const rounds = Array.from({ length: isLong ? 5 : 0 }, () => hostileFiles.toSorted(() => random() - 0.5))
  try {
    const tally = newTally()
    tally.msPerMb = await receivingMs(ground)
    tally.photographMs = await photographMs(ground)
    for (const [number, file] of hostileFiles.entries()) {
      // Checking a PDF takes a process: the short form uploads each once, and sends only some refused ones by form.
      await tryFile(ground, file, { tally, isSentByForm: isLong || file.as === 'picture' || number % 4 === 0 })
    }
    await servedPdfs(ground, tally)
    for (const file of rounds.flat()) {
      const bytes = await file.make()
      await worked(ground, file, bytes, { tally, send: () => upload(ground, file, bytes, tally) })
    }
    return [...findingsOf(ground, tally), ...(isLong ? [await quota(ground)] : [])]
  } finally {
    await ground.stop()
  }
}

function findingsOf({ server }: Ground, tally: Tally): Finding[] {
  const { faults, active, ms, work, msPerMb, photographMs: photograph, kept, refused, served } = tally
  const peak = peakMb(server.process.pid!)
  const workMs = percentile99(work.map((one) => one.ms))
  const most = work.toSorted((a, b) => b.ms - a.ms)[0]!
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
      tried: `${work.length} uploads`,
      // Judged by CPU time, which depends less on what else the machine does, and by what an ordinary file takes here.
      found: `p99 ${workMs} ms of work, most ${most.ms} ms (${most.what}), beside ${msPerMb.toFixed(1)} ms to receive a MB and ${photograph} ms for a photograph; waited for here: p99 ${percentile99(ms)} ms`,
      holds: workMs <= limitOf(tally),
    },
    { part, tried: 'memory of the server meanwhile', found: `${peak} MB at most`, holds: peak <= maxPeakMb },
  ]
}

const percentile99 = (values: number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1]!)

/** CPU time of the server and of the PDF readers that it started, in ms, with a resolution of 10 ms. */
function workOf({ server }: Ground) {
  const stat = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8')
  const [utime, stime, cutime, cstime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return (utime! + stime! + cutime! + cstime!) * 10
}

/**
 * Sends a file and records the CPU time, without that of receiving it: a large file takes long to arrive on any
 * connection. Above the limit it is sent again, up to five times in all, and the minimum counts: other processes can
 * increase the CPU time, but never reduce it.
 */
async function worked<T>(ground: Ground, { what }: HostileFile, bytes: Buffer, { tally, send }: Work<T>) {
  let least = Infinity
  for (let tries = 1; ; tries++) {
    const before = workOf(ground)
    const answer = await send()
    least = Math.min(least, workOf(ground) - before - (bytes.length / 1_048_576) * tally.msPerMb)
    if (least > limitOf(tally) && tries < 5) continue
    tally.work.push({ what, ms: Math.round(least) })
    return answer
  }
}

const limitOf = ({ photographMs: ms }: Tally) => maxPhotographs * ms

interface Work<T> {
  tally: Tally
  send: () => Promise<T>
}

/** CPU time per received megabyte, of a file that is refused by its first and last bytes when all have arrived. */
async function receivingMs(ground: Ground) {
  const megabytes = 16
  const bytes = Buffer.alloc(megabytes * 1_048_576, 'x')
  const file: HostileFile = { what: 'no PDF', name: 'a.pdf', as: 'pdf', make: () => bytes, answer: 'not a pdf' }
  return (await medianWork(ground, file, bytes)) / megabytes
}

/** CPU time of a photograph of 12 megapixels with much detail, as phones take it. */
async function photographMs(ground: Ground) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 4_000, height: 3_000, channels: 3, background: '#fff', noise } as const
  const bytes = await sharp({ create }).blur(2).jpeg({ quality: 85 }).toBuffer()
  const file: HostileFile = { what: 'photograph', name: 'a.jpg', as: 'picture', make: () => bytes, answer: 'kept' }
  return medianWork(ground, file, bytes)
}

async function medianWork(ground: Ground, file: HostileFile, bytes: Buffer) {
  const tries = 7
  const each: number[] = []
  for (let n = 0; n < tries; n++) {
    const before = workOf(ground)
    await upload(ground, file, bytes, newTally())
    each.push(workOf(ground) - before)
  }
  return each.toSorted((a, b) => a - b)[Math.floor(tries / 2)]!
}

const rowsOf = async ({ db }: Ground) => (await db.selectFrom('files').select('key').execute()).length
const storedIn = ({ folder }: Ground) => filesIn(folder).length

interface How {
  tally: Tally
  isSentByForm: boolean
}

async function tryFile(ground: Ground, file: HostileFile, { tally, isSentByForm }: How) {
  const fault = (text: string) => void tally.faults.push(`${file.what}: ${text}`)
  const bytes = await file.make()
  const before = { rows: await rowsOf(ground), stored: storedIn(ground) }
  const answer = await worked(ground, file, bytes, { tally, send: () => upload(ground, file, bytes, tally) })

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
  if (isSentByForm) {
    const page = await worked(ground, file, bytes, { tally, send: () => sendForm(ground, file, bytes, tally) })
    const message = fileProblemText(file.answer, { notAPicture, notAPdf })
    if (page.status !== 400 || !page.html.includes(message)) fault(`its form answers ${page.status} without ${message}`)
  }
  if (before.rows !== (await rowsOf(ground))) fault('leaves a row')
  if (before.stored !== storedIn(ground)) fault('leaves a file')
}

/** The daily upload quota of one person, on a server with rate limits; another person may still upload. */
async function quota({ databaseUrl, folder, students }: Ground): Promise<Finding> {
  const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder, RATE_LIMITS: 'on' })
  const send = async ({ cookie }: Person) => {
    const body = new TextEncoder().encode('no picture, so that nobody looks at it')
    const place = `${server.address}/uploads/picture?folder=images&name=a.jpg`
    const answer = await fetch(place, { method: 'POST', body, headers: { Cookie: cookie } })
    await answer.text()
    return { status: answer.status, wait: Number(answer.headers.get('Retry-After')) }
  }
  try {
    const { files: most } = uploadsPerDay.ofPerson
    let taken = 0
    let last = await send(students[0]!)
    for (; last.status === 415 && taken < 2 * most; last = await send(students[0]!)) taken++
    const another = await send(students[1]!)
    return {
      part,
      tried: `files of one person in a day, of whom ${most} are taken`,
      // A few more than the quota may be accepted, as it recovers during the uploads.
      found: `${taken} taken, then ${last.status} with ${last.wait} s to wait; another person’s ${another.status}`,
      holds: taken >= most && taken < most * 1.02 && last.status === 429 && last.wait > 0 && another.status === 415,
    }
  } finally {
    await server.stop()
  }
}
