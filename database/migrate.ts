import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { reasonOf } from '#app/platform/reason.ts'

interface Folders {
  migrations: string
  functions: string
}

/** What a database has: migrations, each of which runs once, and functions, which run whenever their text is new. */
const ours: Folders = {
  migrations: path.join(import.meta.dirname, 'migrations'),
  functions: path.join(import.meta.dirname, 'functions'),
}

/** Advisory lock id; any number not used otherwise in this database. */
export const migrationLock = 7_788_441

export const createMigrationsTable = `
  create table if not exists migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz(3) not null default now()
  )`

/**
 * Runs each file of `migrations/` once, ordered by name, each in a transaction; then, in one transaction, the files of
 * `functions/` whose text this database has never run. All hold the lock: processes that start at once take turns. The
 * lock is of a transaction, which a pooler carries, and not of a session, which it does not. Returns what it ran.
 */
export async function migrate(connectionString: string, folders: Partial<Folders> = {}) {
  const { migrations, functions } = { ...ours, ...folders }
  const client = await connect(connectionString)
  try {
    const done: string[] = []
    for (const migration of await findMissing(client, migrations)) {
      const isRun = await inTurn(client, () => run(client, migration)).catch((error: unknown) => {
        throw new Error(`Migration ${migration.name} failed and was undone: ${reasonOf(error)}`, { cause: error })
      })
      if (isRun) done.push(migration.name)
    }
    if ((await findNew(client, functions)).length === 0) return done
    return [...done, ...(await inTurn(client, () => replaceFunctions(client, functions)))]
  } finally {
    await client.end()
  }
}

interface Waiting {
  say: (line: string) => void
  maxMs?: number
}

/** Resolves once `migrate` has run elsewhere. Reports once what it waits for. */
export async function waitForMigrations(connectionString: string, { say, maxMs = 10 * 60_000 }: Waiting) {
  const deadline = performance.now() + maxMs
  const client = await connect(connectionString)
  try {
    for (let hasSaid = false; ; hasSaid = true) {
      const lacking = await findLacking(client)
      if (!lacking) return
      const lack = `The database lacks ${lacking}, and MIGRATE is off`
      if (performance.now() > deadline) throw new Error(`${lack}: run npm run migrate first.`)
      if (!hasSaid) say(`${lack}: waiting for npm run migrate, at most ${maxMs / 60_000} minutes.`)
      await sleep(250)
    }
  } finally {
    await client.end()
  }
}

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString, application_name: 'puthi-migrate' })
  client.on('error', () => {}) // a lost connection fails the statement that is under way, which says so
  await client.connect()
  return client
}

/** One process at a time, in a transaction, for as long as it takes. */
async function inTurn<T>(client: pg.Client, work: () => Promise<T>) {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a lost connection has rolled back already
    throw error
  }
}

/** The migrations that this database has not run. */
async function findMissing(client: pg.Client, from: string) {
  const applied = new Map<string, string>()
  const { rows: tables } = await client.query<{ name: string | null }>(`select to_regclass('migrations') as name`)
  if (tables[0]!.name !== null) {
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    for (const { name, sha256 } of rows) applied.set(name, sha256)
  }
  return (await readFolder(from)).filter(({ name, sha256 }) => {
    const earlier = applied.get(name)
    if (earlier !== undefined && earlier !== sha256)
      throw new Error(`Migration ${name} was changed after this database had run it. Add a new one instead.`)
    return earlier === undefined
  })
}

/** The texts of functions that this database has never run. One that another has followed is of an earlier release. */
async function findNew(client: pg.Client, from: string) {
  const files = await readFolder(from)
  if (files.length === 0) return []
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from function_texts')
  const known = new Set(rows.map(({ name, sha256 }) => `${name} ${sha256}`))
  return files.filter(({ name, sha256 }) => !known.has(`${name} ${sha256}`))
}

async function findLacking(client: pg.Client) {
  const [migration] = await findMissing(client, ours.migrations)
  if (migration) return `the migration ${migration.name}`
  const [functions] = await findNew(client, ours.functions)
  return functions && `the functions of ${functions.name}`
}

/** One file of SQL. */
interface SqlFile {
  name: string
  sql: string
  sha256: string
}

export const readMigrations = () => readFolder(ours.migrations)

async function readFolder(from: string): Promise<SqlFile[]> {
  const files = (await readdir(from)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(path.join(from, file), 'utf8')
      return { name: file.slice(0, -'.sql'.length), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** False if another process has run it while this one waited for its turn. */
async function run(client: pg.Client, { name, sql, sha256 }: SqlFile) {
  await client.query(createMigrationsTable)
  const { rowCount } = await client.query(
    'insert into migrations (name, sha256) values ($1, $2) on conflict (name) do nothing',
    [name, sha256],
  )
  if (rowCount === 0) return false
  await client.query(sql)
  return true
}

/** Looks again, because another process may have run them while this one waited for its turn. */
async function replaceFunctions(client: pg.Client, from: string) {
  const files = await findNew(client, from)
  for (const { name, sql, sha256 } of files) {
    await client.query(sql).catch((error: unknown) => {
      throw new Error(`The functions of ${name} failed, and none was replaced: ${reasonOf(error)}`, { cause: error })
    })
    await client.query('insert into function_texts (name, sha256) values ($1, $2)', [name, sha256])
  }
  return files.map(({ name }) => `functions/${name}`)
}
