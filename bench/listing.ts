// `npm run bench:listing`: database time of lists and searches at 1,000, 100,000 and 1,000,000 posts. About 5 minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import { optionsOf, type Tables } from '#app/platform/db.server.ts'
import { listPosts } from '#app/posts/post-queries.server.ts'
import { searchSettings } from '#app/posts/search/search-db.server.ts'
import { searchPosts } from '#app/posts/search/search-posts.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { migrate } from '#database/migrate.ts'
import { startPostgres } from '#server/postgres/postgres.ts'

import { addSellers, fillPosts, vocabulary } from './fill-posts.ts'

const sizes = [1_000, 100_000, 1_000_000]
const asks = 200

const folder = mkdtempSync(path.join(tmpdir(), 'puthi-bench-'))
const postgres = await startPostgres(folder)
await migrate(postgres.url)

/** Every statement that the app's functions sent, with its duration. */
let sent: { pool: pg.Pool; text: string; values: readonly unknown[]; ms: number }[] = []
function watchedDb(settings: Record<string, string>) {
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2, options: optionsOf(settings) })
  pool.on('error', () => {}) // PostgreSQL stops before the last connection is closed
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
    log({ query, queryDurationMillis }) {
      sent.push({ pool, text: query.sql, values: query.parameters, ms: queryDurationMillis })
    },
  })
}
const db = watchedDb({})
const searchDb = watchedDb(searchSettings)
const synonyms = await loadSynonyms(db, '/nowhere')

interface Case {
  name: string
  ask: (n: number) => Promise<unknown>
}

const turn = <T>(of: T[], n: number) => of[n % of.length]!
const search = (name: string, ask: (n: number) => { name: string; stream: string }): Case => ({
  name,
  ask: (n) => searchPosts(searchDb, null, synonyms, ask(n)),
})

function cases(page50: string): Case[] {
  const rare = vocabulary.slice(1_500, 5_500)
  const middling = ['grammar', 'organic', 'ব্যাকৰণ', 'भौतिक', 'concepts', 'political']
  const kinds = ['book', 'note', 'course'] as const
  return [
    { name: '12 newest of a kind', ask: (n) => listPosts(db, null, { kind: turn([...kinds], n), before: null }) },
    { name: 'page 50 by Load More', ask: () => listPosts(db, null, { kind: 'book', before: page50 }) },
    search('name, in few posts', (n) => ({ name: turn(rare, n * 37), stream: '' })),
    search('name, in one of a hundred', (n) => ({ name: turn(middling, n), stream: '' })),
    search('name, in very many', (n) => ({ name: turn(['a', 'book', 'of', 'class', 'science'], n), stream: '' })),
    search('two words', (n) => ({ name: `${turn(middling, n)} ${turn(['book', 'p', 'physics'], n)}`, stream: '' })),
    search('misspelt', (n) => ({
      name: turn(['phisics', 'grammer', 'orgenic', 'ব্যাকরন', 'mathmatics'], n),
      stream: '',
    })),
    search('misspelt, in few posts', (n) => ({ name: `x${turn(rare, n * 37)}`, stream: '' })),
    search('a few letters', (n) => ({ name: turn(['ph', 'gra', 'বি', 'ch', 'pro', 'को'], n), stream: '' })),
    search('stream', (n) => ({ name: '', stream: turn(['Arts', 'Law', 'Other'], n) })),
    search('name and stream', (n) => ({
      name: turn([...middling, 'book'], n),
      stream: turn(['Arts', 'Law', 'Other'], n),
    })),
    search('nothing found', (n) => ({ name: turn(['qwxz', 'qwxz physics', 'zzzzzz book'], n), stream: '' })),
  ]
}

try {
  await run()
} finally {
  await Promise.all([db.destroy(), searchDb.destroy()])
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run() {
  const growth = new Map<string, number[]>()
  await addSellers(db)
  let filled = 0
  for (const size of sizes) {
    await fillPosts(db, { from: filled, to: size })
    filled = size
    console.log(`\n${size.toLocaleString('en')} posts, milliseconds of database time, ${asks} times each`)
    const page50 = await findPage(50)
    for (const { name, ask } of cases(page50)) {
      for (let n = 0; n < 20; n++) await ask(n)
      const times: number[] = []
      for (let n = 0; n < asks; n++) {
        sent = []
        await ask(n)
        times.push(sent.reduce((sum, { ms }) => sum + ms, 0))
      }
      times.sort((a, b) => a - b)
      const [p50, p99] = [0.5, 0.99].map((share) => times[Math.floor(asks * share)]!)
      growth.set(name, [...(growth.get(name) ?? []), p50!])
      console.log(
        `${name.padEnd(26)} p50 ${p50!.toFixed(1).padStart(5)}  p99 ${p99!.toFixed(1).padStart(5)}  ${await plansOf(sent)}`,
      )
    }
  }

  console.log(`\ngrowth of p50 from ${sizes[0]!.toLocaleString('en')} to ${sizes.at(-1)!.toLocaleString('en')} posts`)
  for (const [name, p50s] of growth) console.log(`${name.padEnd(26)} ${(p50s.at(-1)! / p50s[0]!).toFixed(1)} times`)
  console.log(
    `\ninserting one post: p50 ${(await insertMs()).toFixed(2)} ms, without what keeps the search up ${(await insertMs('off')).toFixed(2)} ms`,
  )
}

/** The `before` cursor of this page of books. */
async function findPage(page: number) {
  let before: string | null = null
  for (let n = 1; n < page; n++) before = (await listPosts(db, null, { kind: 'book', before })).next
  return before!
}

/** Plan nodes and indexes of the statements, without duplicates. */
async function plansOf(statements: typeof sent) {
  const shapes = new Set<string>()
  for (const { pool, text, values } of statements) {
    if (!/^\s*(select|with)/.test(text)) continue
    const explain = `explain (format json) ${text}`
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, [...values])
    shapes.add(nodesOf(rows[0]!['QUERY PLAN'][0].Plan).join(' < '))
  }
  return [...shapes].join(' | ')
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  Plans?: PlanNode[]
}

function nodesOf(node: PlanNode): string[] {
  const { 'Node Type': type, 'Index Name': index, Plans: below = [] } = node
  return [index ? `${type} ${index}` : type, ...below.flatMap(nodesOf)]
}

async function insertMs(triggers: 'on' | 'off' = 'on') {
  const times: number[] = []
  const seller = await aStudent(db)
  if (triggers === 'off')
    await sql`alter table all_posts disable trigger post_created, disable trigger post_changed`.execute(db)
  for (let n = 0; n < asks; n++) {
    await db.transaction().execute(async (transaction) => {
      sent = []
      await aBook(transaction, seller, {
        name: `Concepts of ${turn(vocabulary, n * 7)} and ${turn(vocabulary, n * 13)}`,
      })
      times.push(sent.reduce((sum, { ms }) => sum + ms, 0))
    })
  }
  return times.toSorted((a, b) => a - b)[asks / 2]!
}
