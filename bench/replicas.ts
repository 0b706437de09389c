// `npm run bench:replicas`: searches a second by two processes on one leader, and with a replica for each, and where their CPU time goes.
// All of it shares this machine's cores, so that the rate says little; what counts is how much the leader is spared. About 5 minutes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { createDb } from '#app/platform/db.server.ts'
import { buildIfStale } from '#server/build.ts'
import { startPostgres } from '#server/postgres/postgres.ts'
import { startStandby } from '#tests/support/standby.ts'

import { describeSite } from './describe-site.ts'
import { fillDatabases } from './fill-databases.ts'
import { Generator } from './generator.ts'
import { processesBelow, readProcess } from './processes.ts'
import { type Served, servePuthi } from './served.ts'
import { everything } from './speed-rows.ts'
import { figure, table } from './table.ts'
import type { VisitName } from './visits.ts'

const { values: given } = parseArgs({
  options: { posts: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '20' } },
})
const seconds = Number(given.seconds)
const searched: VisitName[] = ['search, ever new words', everything]

const folder = mkdtempSync(path.join(tmpdir(), 'puthi-replicas-'))
const generators = [new Generator(), new Generator()]
const leader = await startPostgres(folder)
const ends: (() => Promise<void>)[] = [() => leader.stop()]
try {
  await buildIfStale()
  const [filled] = await fillDatabases(leader, { sizes: [Number(given.posts)], say: console.log })
  const db = createDb(filled!.url, { max: 2, settings: { statement_timeout: '0' } })
  const site = await describeSite(db)
  await db.destroy()
  const standbys = []
  for (let n = 0; n < 2; n++) {
    const standby = await startStandby(folder, leader)
    ends.unshift(() => standby.stop())
    standbys.push(standby)
  }
  const databaseOf = (url: string) => {
    const address = new URL(url)
    address.pathname = new URL(filled!.url).pathname
    return address.href
  }
  const masters = { leader: [postmasterIn(folder)], replicas: standbys.map(({ folder: own }) => postmasterIn(own)) }

  const lines: string[][] = []
  for (const [name, readUrls] of [
    ['one leader', [null, null]],
    ['and two replicas', standbys.map(({ url }) => databaseOf(url))],
  ] as const) {
    const served = await Promise.all(
      readUrls.map((url) => servePuthi(folder, filled!.url, url ? { DATABASE_READ_URL: url } : {})),
    )
    try {
      for (const visit of searched) {
        await visitAll(served, visit, 5) // warm-up
        const before = spent(masters, served)
        const loads = await visitAll(served, visit, seconds)
        const after = spent(masters, served)
        const requests = loads.reduce((sum, load) => sum + load.requests, 0)
        const failed = loads.reduce((sum, load) => sum + load.failed, 0)
        const cpu = (part: keyof typeof after) => figure((after[part] - before[part]) / requests)
        const rate = loads.reduce((sum, load) => sum + load.perSecond, 0)
        lines.push([`${visit}: ${name}`, figure(rate), cpu('leader'), cpu('replicas'), cpu('node'), String(failed)])
      }
    } finally {
      for (const { stop } of served) await stop()
    }
  }

  function visitAll(served: Served[], name: VisitName, forSeconds: number) {
    const visits = path.resolve(import.meta.dirname, 'visits.ts')
    return Promise.all(
      served.map(({ port }, n) =>
        generators[n]!.run({ visits, name, given: site, port, seconds: forSeconds, connections: 4 }),
      ),
    )
  }
  const head = ['', 'searches/s', 'CPU ms of the leader', 'of the replicas', 'of Puthi', 'failed']
  console.log(`\n${table(head, lines)}`)
} finally {
  for (const end of ends) await end()
  for (const generator of generators) generator.stop()
  rmSync(folder, { recursive: true, force: true })
}

function postmasterIn(of: string) {
  return Number.parseInt(readFileSync(path.join(of, 'pg/postmaster.pid'), 'utf8'), 10)
}

/** CPU milliseconds so far. */
function spent({ leader: first, replicas }: { leader: number[]; replicas: number[] }, served: Served[]) {
  const of = (roots: number[]) =>
    roots.flatMap((root) => [readProcess(root)!, ...processesBelow(root)]).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  return { leader: of(first), replicas: of(replicas), node: of(served.map(({ process: child }) => child.pid!)) }
}
