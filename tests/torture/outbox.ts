import { rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'

import { createDb, type Db } from '#app/platform/db.server.ts'
import { aStudent } from '#database/makers.ts'

import { freePort } from '../support/free-port.ts'
import { createDatabase, startTestPostgres, temporaryFolder } from '../support/postgres.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Finding } from './finding.ts'
import { integer, type Random, randomOf } from './random.ts'

interface Options {
  seed: number
  isLong: boolean
}

const part = 'outbox'
const processes = 3
const readers = 50

/** What the mail server does with the mails that come. */
const moods = ['takes', 'refuses', 'stalls', 'closes', 'is away'] as const
type Mood = (typeof moods)[number]

/**
 * Mails in the outbox of three processes that are killed one after another, with a mail server that misbehaves and comes
 * back: none may be lost, and none may have two Message-IDs.
 */
export async function outbox({ seed, isLong }: Options): Promise<Finding[]> {
  const random = randomOf(seed)
  const count = isLong ? 10_000 : 1_000
  const postgres = await startTestPostgres()
  const databaseUrl = await createDatabase(postgres.url)
  const db = createDb(databaseUrl, { max: 3 })
  const folder = temporaryFolder()
  const mail = await startMoodyServer()
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://127.0.0.1:1',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'hello@puthi.example',
  }
  const servers = await Promise.all(Array.from({ length: processes }, () => startServer(env)))
  try {
    await fill(db, count)
    const before = await shownOf(db)
    const chaos = { kills: 0, moods: new Set<Mood>(), lines: 0 }
    const passing = passTime(db)
    for (let round = 0; round < (isLong ? 60 : moods.length); round++) {
      const mood = moods[round % moods.length]!
      chaos.moods.add(mood)
      await mail.be(mood)
      await killOne(random, servers, env, chaos)
    }
    await mail.be('takes')
    const isDrained = await drained(db, isLong ? 300_000 : 120_000)
    passing.abort()
    const megabytes = await Promise.all(servers.map(memoryOf))
    chaos.lines += servers.reduce((sum, server) => sum + linesOf(server), 0)
    return [
      await deliveredOf(db, mail.received, { count, isDrained, ...chaos }),
      sameInApp(before, await shownOf(db)),
      quiet(chaos.lines, megabytes, chaos.kills),
    ]
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')))
    await mail.stop()
    await db.destroy()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(db: Db, count: number) {
  const students = await Promise.all(
    Array.from({ length: readers }, () => aStudent(db, { emailConfirmedAt: new Date() })),
  )
  const ids = students.map(({ id }) => id)
  await sql`
    with told as (
      insert into notices (account_id, event, is_in_app)
      select (${ids}::uuid[])[1 + n % ${readers}], 'password changed', true from generate_series(1, ${count}) n
      returning id
    )
    insert into outbox (notice_id, way) select id, 'mail' from told`.execute(db)
}

const shownOf = async (db: Db) =>
  (await sql<{ id: string }>`select id from notices where is_in_app order by id`.execute(db)).rows.map(({ id }) => id)

/** A minute a second: pauses, and the claims of killed processes, end within seconds. */
function passTime(db: Db) {
  const ended = new AbortController()
  const pass = async () => {
    while (!ended.signal.aborted) {
      await sql`update outbox set due_at = due_at - interval '1 minute' where done_at is null`.execute(db)
      await sleep(1_000, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  void pass()
  return ended
}

interface Chaos {
  kills: number
  lines: number
}

async function killOne(random: Random, servers: TestServer[], env: Record<string, string>, chaos: Chaos) {
  await sleep(integer(random, 500, 1_500))
  const index = integer(random, 0, processes - 1)
  const killed = servers[index]!
  await killed.stop('SIGKILL')
  chaos.kills++
  chaos.lines += linesOf(killed)
  servers[index] = await startServer(env)
}

async function drained(db: Db, ms: number) {
  const until = Date.now() + ms
  while (Date.now() < until) {
    const { rows } = await sql`select from outbox where done_at is null limit 1`.execute(db)
    if (rows.length === 0) return true
    await sleep(200)
  }
  return false
}

/** Lines about mails: requests have their own. */
const linesOf = (server: TestServer) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('outbox')).length

async function memoryOf({ process: { pid } }: TestServer) {
  const { readFile } = await import('node:fs/promises')
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}

interface Drained extends Chaos {
  count: number
  isDrained: boolean
  moods: ReadonlySet<Mood>
}

async function deliveredOf(db: Db, received: readonly string[], { count, isDrained, kills, moods: had }: Drained) {
  const { rows } = await sql<{ id: string; outcome: string }>`select id, outcome from outbox`.execute(db)
  const times = Map.groupBy(received, (messageId) => messageId.slice(1, 37))
  const lost = rows.filter(({ id }) => !times.has(id))
  const notSent = rows.filter(({ outcome }) => outcome !== 'sent')
  const unknown = [...times.keys()].filter((id) => !rows.some((row) => row.id === id))
  const twice = [...times.values()].filter(({ length }) => length > 1).length
  const holds = isDrained && lost.length + notSent.length + unknown.length === 0 && rows.length === count
  return {
    part,
    tried: `${count} mails, ${processes} processes, ${kills} SIGKILLs, a server that ${[...had].join(', ')}`,
    found: `${lost.length} lost, ${notSent.length} not noted as sent, ${unknown.length} of no row, ${twice} again with the same Message-ID`,
    holds,
  }
}

function sameInApp(before: string[], after: string[]): Finding {
  const holds = before.length === after.length && before.every((id, n) => id === after[n])
  return { part, tried: 'the same notices in the app', found: `${after.length} of ${before.length}`, holds }
}

/** A failing server must fill neither the log nor the memory. */
function quiet(lines: number, megabytes: number[], kills: number): Finding {
  const most = (kills + processes) * 4
  return {
    part,
    tried: 'lines in the log about the outbox, and memory',
    found: `${lines} lines of at most ${most}, ${megabytes.join(', ')} MB`,
    holds: lines <= most && Math.max(...megabytes) < 400,
  }
}

/** An SMTP server that notes the Message-ID of each mail that it has confirmed. */
async function startMoodyServer() {
  const received: string[] = []
  const sockets = new Set<Socket>()
  let mood: Mood = 'takes'
  const port = await freePort()
  const create = () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      closeTimeout: 100,
      onRcptTo(_address, _session, done) {
        if (mood === 'refuses') return done(Object.assign(new Error('later'), { responseCode: 451 }))
        return done()
      },
      onData(stream, _session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (mood === 'closes') for (const socket of sockets) socket.destroy()
        })
        stream.on('end', () => {
          if (mood === 'stalls') return // until the mood changes, which closes the connection
          received.push(/^Message-ID: (.*)\r$/im.exec(Buffer.concat(chunks).toString())![1]!)
          done()
        })
      },
    })
    server.on('error', () => {}) // a client that was killed
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    return server
  }
  const listen = (server: SMTPServer) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()))
  let server: SMTPServer | null = create()
  await listen(server)
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    received,
    port,
    async be(next: Mood) {
      mood = next
      cutAll()
      if (next === 'is away' && server) {
        await close(server)
        server = null
      } else if (next !== 'is away' && !server) {
        server = create()
        await listen(server)
      }
    },
    async stop() {
      cutAll()
      if (server) await close(server)
    },
  }
}
