import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'

import pg from 'pg'

import { migrate } from '#database/migrate.ts'

import { createDatabase, temporaryFolder } from '../../support/postgres.ts'
import { startServer } from '../../support/server.ts'
import type { Finding } from '../finding.ts'
import { startProxy } from './proxy.ts'

/** Shared by all starts: each has its own data folder, but the database accepts only one key. */
const idKey = randomBytes(32).toString('base64')
const project = path.resolve(import.meta.dirname, '../../..')

/**
 * Messages to PostgreSQL for each migration. A start is killed when it sends the first message of a kind: PostgreSQL
 * receives it, but no client waits for the result.
 */
const steps = ['begin', 'insert into migrations', 'the statements', 'commit'] as const
type Step = (typeof steps)[number]

interface Options {
  seed: number
  isLong: boolean
  postgresUrl: string
}

/** Migrates a new database by starts that are killed, each one step further, until one has nothing left to migrate. */
export async function killedMigrations({ isLong, postgresUrl }: Options): Promise<Finding> {
  const url = new URL(postgresUrl)
  url.pathname = `/half_way_${process.pid}`
  await query(postgresUrl, `create database ${url.pathname.slice(1)}`)

  let kills = 0
  let isDone = false
  while (!isDone) {
    for (const step of isLong ? steps : (['the statements', 'commit'] as const)) {
      const isKilled = await startKilledAt(url, step, isLong)
      if (isKilled) kills++
      else isDone = true
    }
  }
  const left = await migrate(url.href)
  const [wanted, found] = await Promise.all([await createDatabase(postgresUrl), url.href].map(schemaOnceStarted))
  const migrations = await query(url.href, 'select name from migrations')
  const differs = wanted!.filter((line, at) => line !== found![at])
  return {
    part: 'faults',
    tried: `${kills} starts killed at each step of ${migrations.length} migrations`,
    found: `${left.length} left to do, ${found!.length} of ${wanted!.length} parts of the schema, ${differs.length} unlike the original`,
    holds: left.length === 0 && found!.length === wanted!.length && differs.length === 0 && kills >= migrations.length,
  }
}

/** Starts a process and kills it at the step; false if it ended by itself, as no migration was left. */
async function startKilledAt(url: URL, step: Step, isLong: boolean) {
  const socket = path.join(url.searchParams.get('host')!, '.s.PGSQL.5432')
  let [isNoted, isKilled] = [false, false]
  const proxy = await startProxy(
    { path: socket },
    {
      onSent(bytes) {
        const text = bytes.toString('latin1')
        // The statements follow the row of the migration, and its commit follows them.
        const isStep = {
          begin: text.includes('begin\0'),
          'insert into migrations': text.includes('insert into migrations'),
          'the statements': isNoted,
          commit: isNoted && text.includes('commit\0'),
        }[step]
        isNoted ||= text.includes('insert into migrations')
        if (isKilled || !isStep) return
        isKilled = true
        child.kill('SIGKILL')
      },
    },
  )
  const through = `postgres://puthi@127.0.0.1:${proxy.port}${url.pathname}`
  // The long form starts the whole server; the short form only migrate(), which the server runs before it listens.
  const alone = ['--input-type=module', '-e', `await (await import('#database/migrate.ts')).migrate(process.argv[1])`]
  const child = spawn(process.execPath, isLong ? ['server/main.ts'] : [...alone, through], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO: 'off',
      ID_KEY: idKey,
      DATABASE_URL: through,
      DATA_DIR: temporaryFolder(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready at') && child.kill('SIGTERM'))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  proxy.stop()
  if (!isKilled && code !== 0) throw new Error(`The start after ${step} failed: ${said}`)
  return isKilled
}

/** A start of the server completes the schema: it has the key of the id numbers, which migrations do not have. */
async function schemaOnceStarted(url: string) {
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: temporaryFolder(), ID_KEY: idKey })
  await server.stop()
  return schemaOf(url)
}

/** Every column, constraint, index, trigger, function and migration, one line each. */
async function schemaOf(url: string) {
  const rows = await query(
    url,
    `select format('%s.%s %s %s', table_name, column_name, data_type, column_default) as line
       from information_schema.columns where table_schema = 'public'
     union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
     union all select name || sha256 from migrations
     order by 1`,
  )
  return rows.map(({ line }) => line as string)
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
