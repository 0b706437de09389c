import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import pg from 'pg'

import { reasonOf } from '#app/platform/reason.ts'

const folder = path.join(import.meta.dirname, 'migrations')

/** Any number that no other program locks in this database. */
export const migrationLock = 7_788_441

export const createMigrationsTable = `
  create table if not exists migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz(3) not null default now()
  )`

/**
 * Brings the database up to date: each file of `migrations/` once, in the order of the names and in a transaction of its
 * own. The lock is held over all of them, so that of two processes starting at once one works and the other waits.
 */
export async function migrate(connectionString: string, from = folder) {
  const client = new pg.Client({ connectionString, application_name: 'puthi-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(createMigrationsTable)
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))

    const done: string[] = []
    for (const migration of await readMigrations(from)) {
      const before = applied.get(migration.name)
      if (before === undefined) {
        await run(client, migration)
        done.push(migration.name)
      } else if (before !== migration.sha256) {
        throw new Error(
          `Migration ${migration.name} was changed after this database had run it. Add a new one instead.`,
        )
      }
    }
    return done
  } finally {
    await client.end() // gives the lock back, too
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
