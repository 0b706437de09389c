import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import sharp from 'sharp'

import { createDb } from '#app/platform/db.server.ts'
import { aBook, aNote, aNovel, aStudent, makersPassword } from '#database/makers.ts'

import { createDatabase, startTestPostgres, temporaryFolder } from '../support/postgres.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Finding } from './finding.ts'
import { integer, pick, type Random, randomOf } from './random.ts'
import { slowness } from './slowness.ts'

interface Options {
  seed: number
  isLong: boolean
}

const part = 'load'
const megabyte = 1_048_576

const pages = ['/', '/', '/?tab=books', '/?tab=novels', '/?tab=notes', '/?tab=books&name=Book', '/ContactUs', '/login']

type Ground = Awaited<ReturnType<typeof startGround>>

/** Many concurrent clients, some of them hostile: measures the response times of the others. */
export async function load({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround(seed)
  try {
    const visited = await visitors(ground, isLong ? 300 : 5)
    // The hanging connections stay open during all following measurements.
    const hanging = await hangOn(ground, isLong ? { idle: 5_000, slow: 500 } : { idle: 500, slow: 50 })
    const beside = await besideTheHanging(ground, hanging, isLong ? 14 : 4)
    const storm = await logInStorm(ground, isLong ? 60 : 5)
    const uploads = await largeUploads(ground, isLong ? 50 : 16)
    return [visited, beside, await cutOff(hanging), storm, uploads]
  } finally {
    await ground.stop()
  }
}

async function startGround(seed: number) {
  const postgres = await startTestPostgres()
  const url = await createDatabase(postgres.url)
  const db = createDb(url)
  const folder = temporaryFolder()
  const seller = await aStudent(db)
  for (const make of [aBook, aNovel, aNote]) for (let made = 0; made < 30; made++) await make(db, seller)
  const phones = await Promise.all(Array.from({ length: 100 }, async () => (await aStudent(db)).phone))
  // Trusts X-Forwarded-For, so that log-ins come from many addresses: the limit per address would refuse them from one.
  const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent', TRUST_PROXY: 'on', ...ofNpmStart() }
  const server = await startServer(env)
  return {
    random: randomOf(seed),
    seed,
    server,
    phones,
    async stop() {
      await server.stop()
      await db.destroy()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The variables that `npm start` sets before it starts the server. */
function ofNpmStart() {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  return Object.fromEntries(Array.from(scripts.start.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name!, value!]))
}

interface Asked {
  agent: Agent
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** The status; 0 without a complete response. */
function ask(
  { server }: { server: TestServer },
  path: string,
  { agent, method = 'GET', headers = {}, body = '' }: Asked,
) {
  return new Promise<number>((resolve) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) }
    const sent = { agent, method, headers: { 'Accept-Encoding': 'br', ...headers, ...length } }
    const asked = request(server.address + path, sent, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', () => resolve(0))
    })
    asked.on('error', () => resolve(0)).end(body)
  })
}

interface Figures {
  count: number
  failed: number
  p50: number
  p99: number
  /** What the limits are multiplied by. */
  slow: number
}

/** `people` concurrent visitors, each with a keep-alive connection, load pages one after another for `seconds`. */
async function browse(ground: Ground, people: number, seconds: number): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: people })
  const times: number[] = []
  let failed = 0
  const before = slowness()
  const end = performance.now() + seconds * 1_000
  const read = async (random: Random) => {
    await sleep(integer(random, 0, readingMs))
    while (performance.now() < end) {
      const started = performance.now()
      if ((await ask(ground, pick(random, pages), { agent })) === 200) times.push(performance.now() - started)
      else failed++
      await sleep(integer(random, 0, 2 * readingMs))
    }
  }
  const { random } = ground
  await Promise.all(Array.from({ length: people }, () => read(randomOf(integer(random, 0, 1e9)))))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? Number.NaN)
  return { count: times.length, failed, p50: at(0.5), p99: at(0.99), slow: Math.max(before, slowness()) }
}

/** The average pause before the next page; people are faster only when they are searching. */
const readingMs = 500

const inWords = ({ count, failed, p50, p99, slow }: Figures) =>
  `${count} pages, p50 ${p50} ms, p99 ${p99} ms, ${failed} failed, on a machine ${slow.toFixed(1)} times as slow as usual`

const areFast = ({ failed, p99, slow }: Figures, maxMs: number) => failed === 0 && p99 <= maxMs * slow

async function visitors(ground: Ground, seconds: number): Promise<Finding> {
  for (const page of [...pages, ...pages]) await ask(ground, page, { agent: new Agent() }) // warm-up
  const figures = await browse(ground, 200, seconds)
  const tried = `200 visitors at once for ${seconds} s, seed ${ground.seed}`
  return { part, tried, found: inWords(figures), holds: areFast(figures, 300) }
}

interface Hanging {
  idle: Socket[]
  slow: Socket[]
  /** Seconds until the server closed each connection; those that stay open are missing. */
  cutAfter: { idle: number[]; slow: number[] }
}

const slowStarts = [
  'GET / HTTP/1.1\r\nHost: puthi\r\nX-Slow: ',
  'POST /ContactUs HTTP/1.1\r\nHost: puthi\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nname=',
  'POST /uploads/picture?folder=Bookstores&name=a.jpg HTTP/1.1\r\nHost: puthi\r\nContent-Length: 1000000\r\n\r\n',
]

/** Opens connections that send nothing, and others that send one byte a second. */
async function hangOn({ server, random }: Ground, counts: { idle: number; slow: number }): Promise<Hanging> {
  const port = Number(new URL(server.address).port)
  const hanging: Hanging = { idle: [], slow: [], cutAfter: { idle: [], slow: [] } }
  const open = (kind: 'idle' | 'slow') =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve())
      const started = performance.now()
      if (kind === 'slow') socket.write(pick(random, slowStarts))
      const drip = kind === 'slow' ? setInterval(() => socket.write('a'), 1_000) : undefined
      socket.on('error', () => resolve()).resume()
      socket.on('close', () => {
        clearInterval(drip)
        hanging.cutAfter[kind].push((performance.now() - started) / 1_000)
      })
      hanging[kind].push(socket)
    })
  for (const kind of ['idle', 'slow'] as const) {
    for (let done = 0; done < counts[kind]; done += 250) {
      await Promise.all(Array.from({ length: Math.min(250, counts[kind] - done) }, () => open(kind)))
    }
  }
  return hanging
}

const openOf = (sockets: Socket[]) => sockets.filter(({ closed, destroyed }) => !closed && !destroyed).length

async function besideTheHanging(ground: Ground, { idle, slow }: Hanging, seconds: number): Promise<Finding> {
  await ask(ground, '/', { agent: new Agent() }) // by its response the server has accepted all of them
  const open = openOf(idle) + openOf(slow)
  const figures = await browse(ground, 20, seconds)
  return {
    part,
    tried: `${idle.length} idle connections and ${slow.length} slow ones beside 20 visitors, seed ${ground.seed}`,
    found: `${open} open; ${inWords(figures)}`,
    holds: open === idle.length + slow.length && areFast(figures, 500),
  }
}

const slowMaxSeconds = 15

async function cutOff({ idle, slow, cutAfter }: Hanging): Promise<Finding> {
  const deadline = performance.now() + (slowMaxSeconds + 4) * 1_000
  while (openOf(slow) + openOf(idle) > 0 && performance.now() < deadline) await sleep(50)
  const left = openOf(slow) + openOf(idle)
  for (const socket of [...slow, ...idle]) socket.destroy()
  const longest = Math.max(...cutAfter.slow)
  return {
    part,
    tried: `${slow.length} slow connections, each a byte a second`,
    found: `cut off after ${longest.toFixed(1)} s at most, idle ones after ${Math.max(...cutAfter.idle).toFixed(1)} s; ${left} left`,
    holds: left === 0 && longest <= slowMaxSeconds,
  }
}

async function logInStorm(ground: Ground, seconds: number): Promise<Finding> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const end = performance.now() + seconds * 1_000
  let [done, failed, turn] = [0, 0, 0]
  const storm = async () => {
    while (performance.now() < end) {
      const phone = ground.phones[turn++ % ground.phones.length]!
      const status = await ask(ground, '/login', {
        agent,
        method: 'POST',
        headers: {
          Accept: 'text/html',
          'Content-Type': 'application/x-www-form-urlencoded',
          'X-Forwarded-For': `192.0.2.${turn % 250}`,
        },
        body: new URLSearchParams({ phone, password: makersPassword }).toString(),
      })
      if (status === 303) done++
      else failed++
    }
  }
  const [figures] = await Promise.all([browse(ground, 20, seconds), ...Array.from({ length: 50 }, storm)])
  agent.destroy()
  return {
    part,
    tried: `a storm of log-ins, 50 at once for ${seconds} s, beside 20 visitors, seed ${ground.seed}`,
    found: `${done} logged in, ${failed} failed; ${inWords(figures)}`,
    holds: failed === 0 && done > 0 && areFast(figures, 500),
  }
}

async function largeUploads(ground: Ground, count: number): Promise<Finding> {
  const picture = await tenMegabytes()
  const pid = ground.server.process.pid!
  const before = statusOf(pid, 'VmRSS')
  writeFileSync(`/proc/${pid}/clear_refs`, '5') // resets VmHWM, the peak
  const agent = new Agent({ keepAlive: false })
  const upload = () =>
    ask(ground, '/uploads/picture?folder=Bookstores&name=a.jpg', { agent, method: 'POST', body: picture })
  const started = performance.now()
  const statuses = await Promise.all(Array.from({ length: count }, upload))
  const seconds = (performance.now() - started) / 1_000
  const [most, failed] = [statusOf(pid, 'VmHWM') - before, statuses.filter((status) => status !== 201).length]
  return {
    part,
    tried: `${count} uploads of ${(picture.length / megabyte).toFixed(1)} MB at once`,
    found: `memory ${before} MB + ${most} MB, ${failed} failed, ${seconds.toFixed(1)} s`,
    holds: failed === 0 && most <= 150,
  }
}

/** A JPEG of noise, as nothing else is that large: like a phone's photograph of a wall at night. */
async function tenMegabytes() {
  const [width, height] = [4_000, 3_000]
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const drawn = sharp({ create: { width, height, channels: 3, background: '#888', noise } })
  return drawn.jpeg({ quality: 95 }).toBuffer()
}

const statusOf = (pid: number, name: string) =>
  Math.round(
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024,
  )
