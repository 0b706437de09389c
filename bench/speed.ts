// `npm run bench`: what each page costs with 10,000 and with 1,000,000 posts, compared with a reference page that this
// program renders itself. About 10 minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createDb } from '#app/platform/db.server.ts'
import { buildIfStale } from '#server/build.ts'
import { type Postgres, startPostgres } from '#server/postgres/postgres.ts'

import { describeSite } from './describe-site.ts'
import { fillDatabases } from './fill-databases.ts'
import { type Generated, Generator } from './generator.ts'
import { processesBelow, readProcess } from './processes.ts'
import type { visits as referenceVisits } from './reference-page.tsx'
import { buildReference } from './reference.ts'
import { type Served, servePuthi } from './served.ts'
import { describe, keepResults, type Measured, type OfSize } from './speed-results.ts'
import { cached, reference, rows } from './speed-rows.ts'
import { median } from './table.ts'
import type { Site, VisitName } from './visits.ts'

/** Only a run without options writes its results to files; all runs print them. */
const isWhole = process.argv.length === 2
const { values: given } = parseArgs({
  options: {
    posts: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '1.5' },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '100000' },
  },
})
const sizes = (given.posts ?? ['10000', '1000000']).map(Number)
const seconds = Number(given.seconds)
const rounds = Number(given.rounds)
const requests = Number(given.requests)

interface Filled extends OfSize {
  databaseUrl: string
  served: Served
  site: Site
}

const isCached = (row: string) => cached.some((name) => name === row)

/**
 * Rows that need little warm-up: they run little code, or code that earlier rows have warmed up. V8 needs seconds to
 * optimise the others.
 */
const isSoonWarm = ({ name, connections }: (typeof rows)[number]) => isCached(name) || connections === 1

const generator = new Generator()
const renderer = new Generator()
const folder = mkdtempSync(path.join(tmpdir(), 'puthi-bench-'))
const started = performance.now()
let postgres: Postgres | undefined
const served: Served[] = []
const atMost = { node: 0, postgres: 0 }
try {
  await run()
} finally {
  for (const { stop } of served) await stop()
  await postgres?.stop()
  generator.stop()
  renderer.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run() {
  await buildIfStale()
  const referencePage = await buildReference()
  const sites = await prepare()
  const postgresAtRest = readMemory().postgres

  say('Warming up…')
  for (const site of sites) {
    await render(site, { page: referencePage, seconds: 4 * seconds })
    await visit(site, { visit: 'all sorts', seconds: 4 * seconds })
    for (const row of rows) await visit(site, { ...row, seconds: isSoonWarm(row) ? seconds / 3 : 4 * seconds })
  }
  for (let round = 1; round <= rounds; round++) {
    say(`Round ${round} of ${rounds}…`)
    // Longer than the other rows: every ratio depends on the reference page.
    for (const site of sites) keep(site, reference, await render(site, { page: referencePage, seconds: 3 * seconds }))
    for (const row of rows) {
      for (const site of sites) {
        // Earlier rows may have evicted these pages from the LRU cache. Requests bring them back and start their better
        // compression, which ends before the measurement.
        if (isCached(row.name)) {
          await visit(site, { ...row, requests: 400, seconds: 5 })
          await settle()
        }
        // One at a time so few requests are made that a short round would have a maximum in place of a 99th percentile.
        keep(site, row.name, await visit(site, { ...row, seconds: row.connections === 1 ? 3 * seconds : seconds }))
      }
    }
  }
  const flat = await watchLong(sites.at(-1)!)

  const results = describe({ sizes: sites, postgresAtRest, atMost, flat, how: { rounds, seconds } })
  console.log(`\n${results.text}`)
  say('Done.')
  if (isWhole) keepResults(results)
}

/** One PostgreSQL with a database of each size, and a server for each, so that all sizes are measured in turns. */
async function prepare() {
  postgres = await startPostgres(folder, { isDurable: false })
  const databases = await fillDatabases(postgres, { sizes, say })
  await postgres.stop()
  postgres = await startPostgres(folder) // durable from here on: an order waits for the disk

  const sites: Filled[] = []
  for (const { size, url: databaseUrl } of databases) {
    say(`Starting on ${size.toLocaleString('en')} posts…`)
    const starts: number[] = []
    for (let n = 0; n < 3; n++) {
      const one = await servePuthi(folder, databaseUrl)
      starts.push(one.startMs)
      if (n < 2) await one.stop()
      else served.push(one)
    }
    const db = createDb(databaseUrl, { max: 4, settings: { statement_timeout: '0' } }) // it guards visitors
    const site = await describeSite(db)
    await db.destroy()
    const one = {
      size,
      databaseUrl,
      site,
      served: served.at(-1)!,
      startMs: median(starts),
      restMegabytes: 0,
      measured: new Map(),
    }
    for (const row of rows) await visit(one, { visit: row.visit, connections: 1, seconds: 5, requests: 1 })
    await sleep(2_000)
    one.restMegabytes = readProcess(one.served.process.pid!)!.megabytes
    sites.push(one)
  }
  return sites
}

interface Wanted {
  visit: VisitName
  seconds: number
  connections?: number
  requests?: number
}

async function visit(
  one: Filled,
  { visit: name, seconds: forSeconds, connections = 32, requests: max }: Wanted,
): Promise<Measured> {
  const visits = path.resolve(import.meta.dirname, 'visits.ts')
  const job = {
    visits,
    name,
    given: one.site,
    port: one.served.port,
    seconds: forSeconds,
    connections,
    ...(max && { requests: max }),
  }
  const result = await withCpu(name, () => generator.run(job))
  watchMemory()
  return result
}

/** Renders the reference page over and over. */
function render({ databaseUrl, site }: Filled, { page, seconds: forSeconds }: { page: string; seconds: number }) {
  const from: Parameters<typeof referenceVisits.reference>[0] = { databaseUrl, books: site.books }
  const job = { visits: page, name: 'reference', given: from, seconds: forSeconds }
  return withCpu(reference, () => renderer.run(job))
}

/**
 * Adds the CPU time per request of Node and PostgreSQL: what all descendants of this process spend meanwhile, without
 * the load generator.
 */
async function withCpu(name: string, work: () => Promise<Generated>): Promise<Measured> {
  const before = spentMs()
  const result = await work()
  const cpuMs = (spentMs() - before) / result.requests
  if (result.failed > 0) say(`${name}: ${result.failed} of ${result.requests} failed`)
  return { ...result, cpuMs }
}

/** CPU time of all descendants of this process so far, without the load generator. */
function spentMs() {
  return processesBelow(process.pid, [generator.id]).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

/** Waits until the servers have finished what they do in the background. */
async function settle() {
  for (let tries = 0; tries < 50; tries++) {
    const before = spentMs()
    await sleep(100)
    if (spentMs() - before < 20) return
  }
}

function keep({ measured }: Filled, row: string, round: Measured) {
  measured.set(row, [...(measured.get(row) ?? []), round])
}

/** Megabytes of the largest Node server and of the largest PostgreSQL process. */
function readMemory() {
  const servers = served.map((one) => one.process.pid!)
  const largestOf = (processes: { megabytes: number }[]) => Math.max(...processes.map(({ megabytes }) => megabytes))
  return {
    node: largestOf(servers.flatMap((id) => readProcess(id) ?? [])),
    postgres: largestOf(processesBelow(process.pid, [generator.id, renderer.id, ...servers])),
  }
}

function watchMemory() {
  const now = readMemory()
  atMost.node = Math.max(atMost.node, now.node)
  atMost.postgres = Math.max(atMost.postgres, now.postgres)
}

/** Samples memory during very many requests of all sorts, after a warm-up with as many, which fills the caches. */
async function watchLong(one: Filled) {
  say(`${requests.toLocaleString('en')} requests of all sorts…`)
  await visit(one, { visit: 'all sorts', requests, seconds: 150 })
  const samples: number[] = []
  const sampling = setInterval(() => {
    samples.push(readProcess(one.served.process.pid!)!.megabytes)
    watchMemory()
  }, 100)
  const asked = await visit(one, { visit: 'all sorts', requests, seconds: 150 })
  clearInterval(sampling)
  const tenth = Math.ceil(samples.length / 10)
  return { requests: asked.requests, first: median(samples.slice(0, tenth)), last: median(samples.slice(-tenth)) }
}

function say(line: string) {
  console.log(`${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${line}`)
}
