// `npm run bench:scale`: 10 million posts and 1 million people beside a tenth of both: how many bytes a row takes, and whether lists,
// posts and searches answer as soon. `--folder` keeps what was filled, for the next run. Filling takes about an hour, measuring a quarter.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { createDb, type Db } from '#app/platform/db.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { buildIfStale } from '#server/build.ts'
import { type Postgres, quarterOfMemory, startPostgres } from '#server/postgres/postgres.ts'

import { type FilledDatabase, fillDatabases } from './fill-databases.ts'
import { type Generated, Generator } from './generator.ts'
import { type Served, servePuthi } from './served.ts'
import { everything, searches } from './speed-rows.ts'
import { figure, median, requirements, table } from './table.ts'
import type { Site, VisitName } from './visits.ts'

const { values: given } = parseArgs({
  options: {
    posts: { type: 'string', multiple: true, default: ['1000000', '10000000'] },
    folder: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
})
const sizes = given.posts.map(Number)
const seconds = Number(given.seconds)
const rounds = Number(given.rounds)

/** Pages that no cache has, one at a time. */
const visited: VisitName[] = [
  'home, not cached',
  'Books from anywhere, not cached',
  'a post, not cached',
  ...searches,
  everything,
]
/** The 99th percentile at the larger size, as a multiple of that at the smaller one. */
const growthMax = 1.5
/** Tables that are smaller than this say nothing about growth. */
const shownBytes = 1_000_000

interface Measured extends FilledDatabase {
  served: Served
  site: Site
  results: Map<VisitName, Generated[]>
}

const started = performance.now()
const generator = new Generator()
if (given.folder) mkdirSync(given.folder, { recursive: true })
const folder = given.folder ?? mkdtempSync(path.join(tmpdir(), 'puthi-scale-'))
let postgres: Postgres | undefined
const served: Served[] = []
try {
  await run()
} finally {
  for (const { stop } of served) await stop()
  await postgres?.stop()
  generator.stop()
  if (!given.folder) rmSync(folder, { recursive: true, force: true })
}

async function run() {
  await buildIfStale()
  // As much memory as PostgreSQL has on a machine of its own.
  postgres = await startPostgres(folder, { isDurable: false, bufferMegabytes: quarterOfMemory })
  const databases = await fillDatabases(postgres, { sizes, peopleOf: (posts) => posts / 10, say })

  const all: Measured[] = []
  for (const one of databases) {
    const db = createDb(one.url, { max: 1, settings: { statement_timeout: '0' } })
    console.log(`\n${one.size.toLocaleString('en')} posts\n\n${await describeSizes(db)}\n`)
    const site = {
      books: await anyBooks(db, one.size),
      sessions: [],
      phones: [],
      deals: [],
      purchasers: { few: '', many: '' },
    }
    await db.destroy()
    served.push(await servePuthi(folder, one.url))
    all.push({ ...one, site, served: served.at(-1)!, results: new Map() })
  }

  say('Warming up…')
  for (const one of all) for (const name of visited) await visit(one, name, { connections: 8 })
  for (let round = 1; round <= rounds; round++) {
    say(`Round ${round} of ${rounds}…`)
    for (const name of visited) {
      for (const one of all) one.results.set(name, [...(one.results.get(name) ?? []), await visit(one, name)])
    }
  }
  console.log(`\n${describeSpeed(all)}`)
  say('Done.')
}

function visit({ site, served: { port } }: Measured, name: VisitName, { connections = 1 } = {}) {
  const visits = path.resolve(import.meta.dirname, 'visits.ts')
  return generator.run({ visits, name, given: site, port, seconds, connections })
}

/** Books from all over the table: the newest would be in memory. */
async function anyBooks(db: Db, size: number): Promise<Site['books']> {
  const { rows } = await sql<Parameters<typeof postPath>[0] & Parameters<typeof payablePaise>[0]>`
    select id, kind, name, price_paise, selling_price_paise, discount
    from all_posts tablesample system (${Math.min(100, (100 * 50_000) / size)})
    where kind = 'book' order by random() limit 20000`.execute(db)
  return rows.map((book) => ({ id: book.id, path: postPath(book), payablePaise: payablePaise(book) }))
}

/** The large tables: their rows, and the bytes that each row takes in the table and in each index. */
async function describeSizes(db: Db) {
  const { rows } = await sql<{ name: string; rowCount: number; bytes: number; indexes: [string, number][] | null }>`
    select
      relname as name,
      reltuples::float8 as row_count,
      pg_table_size(pg_class.oid)::float8 as bytes,
      (
        select jsonb_agg(jsonb_build_array(indexrelid::regclass::text, pg_relation_size(indexrelid)))
        from pg_index where indrelid = pg_class.oid
      ) as indexes
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_table_size(pg_class.oid) > ${shownBytes}
    order by pg_total_relation_size(pg_class.oid) desc`.execute(db)
  const line = (name: string, rowCount: number, bytes: number) => [
    name,
    Math.round(rowCount).toLocaleString('en'),
    `${figure(bytes / 1_048_576)} MB`,
    figure(bytes / rowCount),
  ]
  const lines = rows.flatMap(({ name, rowCount, bytes, indexes }) => [
    line(name, rowCount, bytes),
    ...(indexes ?? []).map(([index, indexBytes]) => line(`  ${index}`, rowCount, indexBytes)),
  ])
  const { rows: whole } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db)
  const total = `All of it: ${figure(whole[0]!.bytes / 1_048_576)} MB.`
  return `${table(['table, and its indexes', 'rows', 'size', 'bytes a row'], lines)}\n\n${total}`
}

function describeSpeed(all: Measured[]) {
  const middle = ({ results }: Measured, name: VisitName, value: (one: Generated) => number) =>
    median(results.get(name)!.map(value))
  const p99 = (one: Measured, name: VisitName) => middle(one, name, ({ p99Ms }) => p99Ms)
  const head = ['one at a time', ...all.flatMap(({ size }) => [`p50 ms at ${size / 1e6} million`, `p99 ms`])]
  const lines = visited.map((name) => [
    name,
    ...all.flatMap((one) => [figure(middle(one, name, ({ p50Ms }) => p50Ms)), figure(p99(one, name))]),
  ])
  const failed = all.flatMap(({ results }) => [...results.values()].flat()).reduce((sum, one) => sum + one.failed, 0)
  const growth = visited.map((name) => ({ name, times: p99(all.at(-1)!, name) / p99(all[0]!, name) }))
  return [
    table(head, lines),
    requirements([
      ...growth.map(({ name, times }) => ({
        what: `${name}: p99 at most ${growthMax} times`,
        found: `${figure(times)} times`,
        holds: times <= growthMax,
      })),
      { what: 'requests that failed', found: String(failed), holds: failed === 0 },
    ]),
  ].join('\n\n')
}

function say(line: string) {
  console.log(`${((performance.now() - started) / 1_000).toFixed(0).padStart(5)} s  ${line}`)
}
