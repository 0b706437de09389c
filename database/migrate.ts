import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import pg from 'pg'

import { reasonOf } from '#app/platform/reason.ts'

const folder = path.join(import.meta.dirname, 'migrations')

/** Advisory lock id; any number not used otherwise in this database. */
export const migrationLock = 7_788_441

export const createMigrationsTable = `
  create table if not exists migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz(3) not null default now()
  )`

/**
 * Runs each file of `migrations/` once, ordered by name, each in its own transaction. The lock covers all of them: of
 * two processes that start at once one migrates and the other waits.
 */
export async function migrate(connectionString: string, from = folder) {
  const client = new pg.Client({ connectionString, application_name: 'puthi-migrate' })
  client.on('error', () => {}) // a lost connection fails the statement that is under way, which says so
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(createMigrationsTable)
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))

    const done: string[] = []
    for (const migration of await readMigrations(from)) {
      const appliedHash = applied.get(migration.name)
      if (appliedHash === undefined) {
        await run(client, migration)
        done.push(migration.name)
      } else if (appliedHash !== migration.sha256) {
        throw new Error(
          `Migration ${migration.name} was changed after this database had run it. Add a new one instead.`,
        )
      }
    }
    return done
  } finally {
    await client.end() // also releases the lock
  }
}

interface Migration {
  name: string
  sql: string
  sha256: string
}

export async function readMigrations(from = folder): Promise<Migration[]> {
  const files = (await readdir(from)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(path.join(from, file), 'utf8')
      return { name: file.slice(0, -'.sql'.length), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function run(client: pg.Client, { name, sql, sha256 }: Migration) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a lost connection has rolled back already
    throw new Error(`Migration ${name} failed and was undone: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}
