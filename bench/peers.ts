// `npm run bench:peers`: Vendure, Medusa and Puthi with the same 10,000 products, side by side. About 15 minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { buildIfStale } from '#server/build.ts'
import { startPostgres } from '#server/postgres/postgres.ts'

import { Generator } from './generator.ts'
import { openMedusa, openPuthi, openVendure, type Shop, versions } from './peers/shops.ts'
import type { visits } from './peers/visits.ts'
import { processesBelow } from './processes.ts'
import { figure, median, requirements, table } from './table.ts'

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const products = Number(options.products)
const rounds = Number(options.rounds)

type VisitName = keyof typeof visits
type Peer = 'vendure' | 'medusa' | 'puthi'
const rows: { name: string; visits: Partial<Record<Peer, VisitName>> }[] = [
  { name: '12 newest', visits: { vendure: 'newest, vendure', medusa: 'newest, medusa', puthi: 'newest, puthi' } },
  { name: '12 newest, as .data', visits: { puthi: 'newest .data, puthi' } },
  // The peers return data, so Puthi's data is compared, not its page. The peers return 12 products, Puthi all results.
  { name: 'a search', visits: { vendure: 'search, vendure', medusa: 'search, medusa', puthi: 'search .data, puthi' } },
  { name: 'a search, as a page', visits: { puthi: 'search, puthi' } },
  { name: 'an order', visits: { vendure: 'order, vendure', medusa: 'order, medusa', puthi: 'order, puthi' } },
]

const folder = mkdtempSync(path.join(tmpdir(), 'puthi-bench-'))
const postgres = await startPostgres(folder) // one PostgreSQL for all: every order waits for the same disk
const generator = new Generator()
const opened: Shop[] = []
try {
  await run()
} finally {
  for (const { server } of opened) await server.stop()
  generator.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run() {
  await buildIfStale()
  const place = { folder, postgresUrl: postgres.url }
  const { names, puthi } = await openPuthi(place, products)
  opened.push(puthi)
  const vendure = await openVendure(place, names)
  opened.push(vendure)
  const medusa = await openMedusa(place, names)
  opened.push(medusa)
  const shops = { puthi, vendure, medusa }
  for (const [peer, shop] of Object.entries(shops) as [Peer, Shop][]) {
    const { failed } = await ask(`finds, ${peer}`, shop, { requests: 1, connections: 1 })
    if (failed > 0) throw new Error(`${peer} does not find what it was filled with`)
  }

  const found = new Map<VisitName, { perSecond: number; cpuMs: number }[]>()
  for (let round = 0; round <= rounds; round++) {
    console.log(round === 0 ? 'Warming up…' : `Round ${round} of ${rounds}…`)
    for (const row of rows) {
      for (const [peer, visit] of Object.entries(row.visits) as [Peer, VisitName][]) {
        const measured = await measure(visit, shops[peer])
        if (round > 0) found.set(visit, [...(found.get(visit) ?? []), measured])
      }
    }
  }
  report(found)
}

async function measure(name: VisitName, shop: Shop) {
  const spent = () => processesBelow(process.pid, [generator.id]).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  const before = spent()
  const load = await ask(name, shop)
  if (load.failed > 0) console.log(`${name}: ${load.failed} of ${load.requests} failed`)
  return { perSecond: load.perSecond, cpuMs: (spent() - before) / load.requests }
}

function ask(name: VisitName, { server, given }: Shop, amount: { requests?: number; connections?: number } = {}) {
  const file = path.resolve(import.meta.dirname, 'peers/visits.ts')
  return generator.run({ visits: file, name, given, port: server.port, seconds: Number(options.seconds), ...amount })
}

function report(found: Map<VisitName, { perSecond: number; cpuMs: number }[]>) {
  const of = (visit: VisitName, what: 'perSecond' | 'cpuMs') => median(found.get(visit)!.map((round) => round[what]))
  const cell = (visit: VisitName | undefined) =>
    visit ? `${figure(of(visit, 'perSecond'))} (${figure(of(visit, 'cpuMs'))})` : ''
  const lines = rows.map(({ name, visits: { vendure, medusa, puthi } }) => [
    name,
    cell(vendure),
    cell(medusa),
    cell(puthi),
  ])
  const times = (name: string, peer: 'vendure' | 'medusa', limit: number) => {
    const { visits: asked } = rows.find((row) => row.name === name)!
    const ratio = of(asked.puthi!, 'perSecond') / of(asked[peer]!, 'perSecond')
    const what = `${name} ≥ ${limit} times ${peer === 'vendure' ? "Vendure's" : "Medusa's"}`
    return { what, found: `${figure(ratio)} times`, holds: ratio >= limit }
  }
  console.log(`
${products.toLocaleString('en')} products, 32 connections, the same PostgreSQL with fsync on; each a second (CPU ms each, PostgreSQL included),
medians of ${rounds}. Vendure ${versions.vendure} and Medusa ${versions.medusa} answer with JSON, Puthi with the page, or with what its script asks for.

${table(['', 'Vendure', 'Medusa', 'Puthi'], lines)}

${requirements([
  times('12 newest', 'vendure', 100),
  times('12 newest', 'medusa', 50),
  times('a search', 'vendure', 100),
  times('a search', 'medusa', 25),
  times('an order', 'vendure', 50),
  times('an order', 'medusa', 50),
])}`)
}
