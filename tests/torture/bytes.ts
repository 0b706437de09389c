import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'

import { filesIn } from '../support/pictures.ts'
import type { Finding } from './finding.ts'
import { type Ground, startGround } from './ground.ts'
import { mutatedRequest, validRequests } from './mutated-requests.ts'
import { connectionsTo, memoryMb, openFiles, peakMb } from './process-figures.ts'
import { integer, type Random, randomOf, seedOf } from './random.ts'
import { until } from './until.ts'

interface Options {
  seed: number
  isLong: boolean
}

const part = 'bytes'
const lanes = 48
/** Longer than the server's own timeouts: 15 s for a silent client, two minutes for a file that waits to be decoded. */
const hangsMs = 140_000
/** In the long form one request in so many waits for those timeouts; the short form has no time for that. */
const patientEvery = 100
/** Tolerance for open files: the number of open connections to the database varies up to the size of the pool. */
const poolSize = 10

/** Malformed requests over raw sockets: none may crash the server, get a 5xx, hang, or leave anything behind. */
export async function bytes({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround({ people: 4 })
  const count = isLong ? 50_000 : 1_000
  try {
    const originals = await validRequests(ground)
    const statuses: Record<string, number> = {}
    const faults: string[] = []
    const first = seedOf(seed, part)
    let next = 0
    const send = async (end: number) => {
      const lane = async () => {
        while (next < end) {
          const number = next++
          const random = randomOf(first + number)
          const sent = mutatedRequest(random, originals)
          const answer = await exchange(ground, sent, random, isLong && number % patientEvery === 0)
          if (answer.hangs) faults.push(`case ${number}, no end: ${shown(sent)}`)
          for (const status of answer.statuses) statuses[status] = (statuses[status] ?? 0) + 1
          if (answer.statuses.some((status) => status >= '500'))
            faults.push(`case ${number}, ${answer.statuses.join()}: ${shown(sent)}`)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      await comesTrue(() => connectionsTo(portOf(ground)) === 0)
    }

    const pid = ground.server.process.pid!
    await send(count / 2)
    const before = { files: openFiles(pid), memory: memoryMb(pid) }
    await send(count)
    const after = { files: openFiles(pid), memory: memoryMb(pid) }
    const connections = connectionsTo(portOf(ground))
    const isWell = await fetch(`${ground.server.address}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
    const logged = ground.server
      .output()
      .split('\n')
      .filter((line) => /"level":"(error|fatal)"|unhandled|uncaught/i.test(line))
      .map((line) => /"err":.{0,300}/.exec(line)?.[0] ?? line)
    const grownBy = after.memory - before.memory
    const incoming = path.join(ground.folder, 'files/.incoming')
    // After a disconnect in the middle of a form, the server may still be storing or removing its files.
    const isEmpty = await comesTrue(
      async () => (await strayFiles(ground)).length === 0 && readdirSync(incoming).length === 0,
    )
    const strays = await strayFiles(ground)
    const many = Object.entries(statuses)
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')
    return [
      {
        part,
        tried: `${count} requests with wrong bytes`,
        found: `${many}; ${faults.length} failed or without end ${faults.slice(0, 4).join(' | ')}`,
        holds: faults.length === 0 && Object.values(statuses).reduce((sum, times) => sum + times, 0) > count / 4,
      },
      {
        part,
        tried: 'the same process afterwards',
        found: `${isWell ? 'answers' : 'does not answer'}, ${logged.length} errors in its log ${[...new Set(logged)].slice(0, 6).join(' ')}`,
        holds: isWell && ground.server.process.exitCode === null && logged.length === 0,
      },
      {
        part,
        tried: 'what it still holds',
        found: `${connections} connections, ${after.files - before.files} more files open, ${grownBy} MB more since half of them, ${peakMb(pid)} MB at most`,
        holds: connections === 0 && after.files - before.files <= poolSize && grownBy < 100 && peakMb(pid) < 700,
      },
      {
        part,
        tried: 'files on their way in, and stored ones',
        found: `${readdirSync(incoming).length} left, ${strays.length} without a row or without bytes ${strays.slice(0, 4).join()}`,
        holds: isEmpty && strays.length === 0,
      },
    ]
  } finally {
    await ground.stop()
  }
}

const portOf = ({ server }: Ground) => Number(new URL(server.address).port)

/** Waits for a condition; false if it is still not met after 40 s. The findings report the figures. */
const comesTrue = (isSo: () => boolean | Promise<boolean>) =>
  until('end of it', isSo, { maxMs: 40_000 }).catch(() => false)

const shown = (sent: Buffer) => JSON.stringify(sent.toString('latin1')).slice(0, 400)

/** Keys of stored files without a row, and of rows without stored files. */
async function strayFiles({ db, folder }: Ground) {
  const rows = await db.selectFrom('files').select(['key', 'kind']).execute()
  const known = new Set(rows.flatMap(({ key, kind }) => (kind === 'picture' ? renditionKeys(key) : [key])))
  const files = path.join(folder, 'files')
  const folders = readdirSync(files).filter((name) => name !== '.incoming') // temporary files of uploads
  const there = new Set(folders.flatMap((name) => filesIn(path.join(files, name)).map((file) => `${name}/${file}`)))
  return [...known.symmetricDifference(there)]
}

/** Without data from the server for so long, the client half-closes the socket: the server may be waiting for more. */
const patienceMs = 1_000

/**
 * Sends the bytes at once or in two pieces, or disconnects after the first; resolves when the socket is closed. A
 * patient client never half-closes it.
 */
function exchange({ server }: Ground, sent: Buffer, random: Random, isPatient: boolean) {
  const manner = random()
  const cut = integer(random, 0, sent.length)
  return new Promise<{ statuses: string[]; hangs: boolean }>((resolve) => {
    const { hostname, port } = new URL(server.address)
    const socket = connect({ port: Number(port), host: hostname })
    const chunks: Buffer[] = []
    let hangs = false
    const limit = setTimeout(() => {
      hangs = true
      socket.destroy()
    }, hangsMs)
    const noMore = setTimeout(() => isPatient || socket.end(), patienceMs)
    socket.on('data', (chunk) => {
      noMore.refresh()
      chunks.push(chunk)
    })
    socket.on('error', () => {}) // the server may close it while we are still sending
    socket.on('close', () => {
      clearTimeout(limit)
      clearTimeout(noMore)
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3}) [A-Z]/gm)].map(([, status]) => status!), hangs })
    })
    socket.on('connect', () => {
      if (manner < 0.7) return void socket.write(sent)
      socket.write(sent.subarray(0, cut), () => {
        if (manner < 0.85) socket.write(sent.subarray(cut))
        else socket.destroy()
      })
    })
  })
}
