import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import pg from 'pg'

import { removalLock } from '#app/files/storage/remove-unused.server.ts'
import { createStorage, type Storage } from '#app/files/storage/storage.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { copyOut } from '#database/copy-rows.ts'
import { migrationLock, readMigrations } from '#database/migrate.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

import { BackupError } from './backup-folder.ts'
import {
  columnsOf,
  migrationsOf,
  quoted,
  refusePooler,
  type Say,
  sequencesOf,
  setForCopying,
  storedKeys,
  tableNames,
  throttled,
} from './backup.ts'
import { fillTables, refuseUsedDatabase } from './restore.ts'

/** What belongs to one database: its transaction ids, and what its processes hold. */
const leftBehind = new Set(['page_changes', 'job_leases', 'function_texts'])

interface Move {
  from: Config
  /** An empty database, and where the files go. */
  to: Config
  say: Say
}

/**
 * Moves a site to another database and storage, without losing anything that was confirmed: the files are copied while people go
 * on; then nobody can write, and the files that came meanwhile are copied, and the tables. Reading goes on at the old place.
 * Resolves to how long nobody could write so far: that ends when the new place is started.
 */
export async function move({ from, to, say }: Move) {
  if (!to.databaseUrl) throw new BackupError('The new place needs a DATABASE_URL.')
  return atOldPlace(from, async (source) => {
    const target = new pg.Client({ connectionString: to.databaseUrl!, application_name: 'puthi-move' })
    await target.connect()
    try {
      await refusePooler(target)
      await target.query('select pg_advisory_lock($1)', [migrationLock]) // a server that starts now waits
      await refuseUsedDatabase(target)
      const migrations = await sameMigrations(source)
      await source.query('select pg_advisory_lock($1)', [removalLock])
      const copied = await copyFiles(source, { from, to, say })

      const began = performance.now()
      await holdWrites(source)
      say('Nobody can write now, until the new place is started.')
      try {
        // Before the tables: if it fails, the new database is still empty.
        await copyFiles(source, { from, to, say }, copied)
        await copyTables(source, target, { migrations, say })
      } catch (error) {
        await releaseWrites(source)
        throw error
      }
      return { heldMs: performance.now() - began }
    } finally {
      await target.end()
    }
  })
}

/** People can write at the old place again: for who does not move after all. What was written at the new place stays there. */
export const moveBack = (from: Config) => atOldPlace(from, releaseWrites)

async function atOldPlace<T>(from: Config, work: (source: pg.Client) => Promise<T>) {
  const postgres = from.databaseUrl ? null : await reachPostgres(from.dataDir)
  const source = new pg.Client({
    connectionString: from.databaseUrl ?? postgres!.url,
    application_name: 'puthi-move',
    options: '-c default_transaction_read_only=off',
  })
  try {
    await source.connect()
    await refusePooler(source)
    await source.query(setForCopying)
    return await work(source)
  } finally {
    await source.end() // also releases the lock
    await postgres?.stop()
  }
}

/** The tables of the new place are made by this version, and must be those of the old one. */
async function sameMigrations(source: pg.Client) {
  const migrations = await readMigrations()
  const nameOf = ({ name, sha256 }: { name: string; sha256: string }) => `${name} ${sha256}`
  if (String((await migrationsOf(source)).map(nameOf)) === String(migrations.map(nameOf))) return migrations
  throw new BackupError('The old place runs another version of Puthi: start this one there first.')
}

/** New connections can only read. Those that are open end, with what they are in the middle of, which nobody has confirmed. */
async function holdWrites(source: pg.Client) {
  await setReadOnly(source, 'on')
  await endConnections(source)
}

async function releaseWrites(source: pg.Client) {
  await source.query('rollback') // of what failed; without a transaction it does nothing
  await setReadOnly(source, 'off')
  await endConnections(source)
}

const endConnections = (source: pg.Client) =>
  source.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)

async function setReadOnly(source: pg.Client, value: 'on' | 'off') {
  const { rows } = await source.query<{ name: string }>('select quote_ident(current_database()) as name')
  const setting = 'default_transaction_read_only'
  await source.query(
    value === 'on'
      ? `alter database ${rows[0]!.name} set ${setting} = on`
      : `alter database ${rows[0]!.name} reset ${setting}`,
  )
}

interface Copying {
  migrations: { sql: string }[]
  say: Say
}

/** The lock keeps out a connection that was opened in the moment in which writing was held, and is ended before it can write. */
async function copyTables(source: pg.Client, target: pg.Client, { migrations, say }: Copying) {
  const names = await tableNames(source)
  await source.query(`
    begin isolation level repeatable read;
    lock table ${quoted(names)} in share mode`)
  const tables = []
  for (const name of names) tables.push({ name, columns: await columnsOf(source, name), rows: null })
  const rowsOf = ({ name, columns }: { name: string; columns: string[] }) =>
    copyOut(
      source,
      `copy (select ${quoted(columns)} from "${name}" ${leftBehind.has(name) ? 'where false' : ''}) to stdout`,
    )
  await fillTables(target, { migrations, tables, sequences: await sequencesOf(source), rowsOf }, say)
  await endConnections(source)
  await source.query('commit')
}

interface Copied {
  /** When the copying began, less the time that a transaction may take until its files are seen. */
  since: Date
  /** What the old place did not have then: an upload under way, or one that was given up. */
  absent: string[]
}

/** Copies what is not there yet; the second time, what came since the first. */
async function copyFiles(source: pg.Client, { from, to, say }: Move, before?: Copied): Promise<Copied> {
  const { rows: clock } = await source.query<{ since: Date }>(`select now() - interval '1 minute' as since`)
  const copied: Copied = { since: clock[0]!.since, absent: [] }
  const isSame = from.filesUrl === to.filesUrl && (from.filesUrl !== null || from.dataDir === to.dataDir)
  if (isSame) return copied

  const [old, fresh] = [createStorage(from, createLog('silent')), createStorage(to, createLog('silent'))]
  await mkdir(fresh.temporaryFolder, { recursive: true, mode: 0o700 })
  const sayProgress = throttled(say)
  let count = 0
  for await (const keys of keysToCopy(source, before)) {
    const outcomes = await Promise.all(keys.map((key) => copyFile(old, fresh, key)))
    copied.absent.push(...keys.filter((_, n) => outcomes[n] === 'absent'))
    count += outcomes.filter((outcome) => outcome === 'copied').length
    sayProgress(() => `files: ${count.toLocaleString('en')}`)
  }
  say(`files: ${count.toLocaleString('en')} copied`)
  return copied
}

/** A few at a time. */
async function* keysToCopy(source: pg.Client, before?: Copied) {
  for (let n = 0; before && n < before.absent.length; n += 8) yield before.absent.slice(n, n + 8)
  for (let last = ''; ;) {
    const { rows } = await source.query<{ key: string; kind: string }>(
      `select key, kind from files where key > $1 and dropped_at is null and created_at >= $2 order by key limit 8`,
      [last, before?.since ?? new Date(0)],
    )
    if (rows.length === 0) return
    last = rows.at(-1)!.key
    yield rows.flatMap(({ key, kind }) => storedKeys(key, kind))
  }
}

async function copyFile(old: Storage, fresh: Storage, key: string): Promise<'copied' | 'there already' | 'absent'> {
  const [here, there] = [await old.open(key), await fresh.open(key)]
  await there?.stream.cancel()
  if (!here) return 'absent'
  if (here.size === there?.size) {
    await here.stream.cancel()
    return 'there already'
  }
  const file = path.join(fresh.temporaryFolder, randomUUID())
  await pipeline(Readable.fromWeb(here.stream as never), createWriteStream(file, { mode: 0o600 }))
  await fresh.put(key, file)
  await rm(file, { force: true })
  return 'copied'
}
