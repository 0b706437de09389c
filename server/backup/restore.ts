import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import pg from 'pg'

import type { StorageDriver } from '#app/files/storage/storage-driver.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { copyIn } from '#database/copy-rows.ts'
import { createDemoTable } from '#database/demo/demo.ts'
import { createMigrationsTable, migrationLock, readMigrations } from '#database/migrate.ts'
import { startPostgres } from '#server/postgres/postgres.ts'

import { batches, BackupError, checkBackup, linesOf, syncFolder } from './backup-folder.ts'
import { fileOf, keysOf, type Manifest, quoted, refusePooler, type Say, tableNames, throttled } from './backup.ts'

/**
 * Restores a backup into an empty data folder and database. Checks all of it first, then writes the files, and the
 * database last in one transaction, so that an interrupted restore never looks complete.
 */
export async function restore(config: Config, folder: string, say: Say) {
  const sayChecked = throttled(say)
  await checkBackup(folder, (files) => sayChecked(() => `checked: ${files.toLocaleString('en')} files`))
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Manifest
  const migrations = await sameMigrations(manifest)
  say(`The backup of ${manifest.madeAt} is whole.`)

  await refuseUsedFolder(config)
  const postgres = config.databaseUrl ? null : await startPostgres(config.dataDir)
  const connectionString = config.databaseUrl ?? postgres!.url
  const client = new pg.Client({ connectionString, application_name: 'puthi-restore' })
  try {
    await client.connect()
    await refusePooler(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock]) // a server that starts now waits
    await refuseUsedDatabase(client)
    await mark(config.dataDir)
    await readFiles(createStorage(config, createLog('silent')), folder, say)
    const rowsOf = ({ name }: { name: string }) => createReadStream(path.join(folder, fileOf(name)))
    await fillTables(client, { ...manifest, migrations, rowsOf }, say)
  } finally {
    await client.end()
    await postgres?.stop()
  }
  await unmark(config.dataDir)
  return manifest
}

/** Marker file of a restore that is running or was interrupted. */
const markOf = (dataDir: string) => path.join(dataDir, 'restoring')

async function mark(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  await writeFile(markOf(dataDir), '')
  await syncFolder(dataDir)
}

async function unmark(dataDir: string) {
  await rm(markOf(dataDir))
  await syncFolder(dataDir)
}

/** Called before a data folder is used. */
export function refuseHalfRestored(dataDir: string) {
  if (!existsSync(markOf(dataDir))) return
  throw new BackupError(
    `A restore into ${dataDir} was not finished. Remove pg, files and restoring in it, and restore again.`,
  )
}

/** The file with the key of id numbers may exist already: it is not part of a backup. */
async function refuseUsedFolder({ dataDir, databaseUrl, filesUrl }: Config) {
  refuseHalfRestored(dataDir)
  const used = [databaseUrl ? null : 'pg', filesUrl ? null : 'files'].filter((name) => name !== null)
  for (const name of used) {
    const entries = await readdir(path.join(dataDir, name)).catch(() => [])
    if (entries.length > 0) throw new BackupError(`${path.join(dataDir, name)} is not empty: nothing was restored.`)
  }
}

export async function refuseUsedDatabase(client: pg.Client) {
  const [name] = await tableNames(client)
  if (name) throw new BackupError(`The database is not empty, it has a table ${name}: nothing was restored.`)
}

/** A backup of a newer version needs that version; an older one is migrated by the next start. */
async function sameMigrations({ migrations }: Manifest) {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  return migrations.map(({ name, sha256 }) => {
    const migration = known.get(name)
    if (migration?.sha256 === sha256) return migration
    throw new BackupError(`The backup was made by another version of Puthi, which had the migration ${name}.`)
  })
}

async function readFiles(storage: StorageDriver, folder: string, say: Say) {
  let count = 0
  const sayProgress = throttled(say)
  const put = async (key: string) => {
    const file = path.join(folder, 'files', key)
    if (!existsSync(file)) return // was missing when the backup was made
    if (!(await isThere(storage, key, file))) await storage.put(key, file)
    count++
  }
  for await (const batch of batches(linesOf(path.join(folder, fileOf('files'))), 4)) {
    await Promise.all(batch.flatMap(keysOf).map(put))
    sayProgress(() => `files: ${count.toLocaleString('en')}`)
  }
  say(`files: ${count.toLocaleString('en')}, all`)
}

/** A bucket may have outlived the database: identical files in it are left as they are. */
async function isThere(storage: StorageDriver, key: string, file: string) {
  const found = await storage.open(key)
  if (!found) return false
  const [there, ours] = await Promise.all([hashOf(found.stream), hashOf(createReadStream(file))])
  if (there === ours) return true
  throw new BackupError(`The storage holds another ${key}: the database was left empty.`)
}

async function hashOf(bytes: AsyncIterable<Uint8Array>) {
  const sha256 = createHash('sha256')
  for await (const chunk of bytes) sha256.update(chunk)
  return sha256.digest('hex')
}

interface Source {
  migrations: { sql: string }[]
  tables: { name: string; columns: string[]; rows: number | null }[]
  sequences: Manifest['sequences']
  /** A table's rows as COPY writes them. */
  rowsOf: (table: { name: string; columns: string[] }) => AsyncIterable<Uint8Array>
}

/** Makes all tables and fills them, in one transaction. */
export async function fillTables(
  client: pg.Client,
  { migrations, tables: given, sequences, rowsOf }: Source,
  say: Say,
) {
  await client.query(`
    set statement_timeout = 0; set client_encoding = 'UTF8'; set maintenance_work_mem = '256MB';
    begin`)
  await client.query(createMigrationsTable)
  for (const { sql } of migrations) await client.query(sql)
  if (given.some(({ name }) => name === 'demo')) await client.query(createDemoTable)

  // Creating indexes after all rows takes a fraction of the time.
  const indexes = await dropIndexes(client)
  const tables = new Map(given.map((table) => [table.name, table]))
  for (const name of await referencedFirst(client)) {
    const table = tables.get(name)
    if (!table) throw new BackupError(`There are no rows for the table ${name}.`)
    tables.delete(name)
    // The rows that triggers would write are among those that are copied.
    await client.query(`alter table "${name}" disable trigger user`)
    const rows = await copyIn(client, `copy "${name}" (${quoted(table.columns)}) from stdin`, rowsOf(table))
    await client.query(`alter table "${name}" enable trigger user`)
    if (table.rows !== null && rows !== table.rows) {
      throw new BackupError(`Of ${table.rows} rows of ${name} only ${rows} were restored.`)
    }
    say(`${name}: ${rows.toLocaleString('en')} rows`)
  }
  if (tables.size > 0) throw new BackupError(`There is no place for the table ${[...tables.keys()].join(', ')}.`)
  for (const { name, last } of sequences) {
    await client.query('select setval(quote_ident($1)::regclass, $2)', [name, last])
  }
  if (indexes.length > 0) say(`indexes: ${indexes.length}`)
  for (const statement of indexes) await client.query(statement)
  await client.query('commit')
  await client.query('analyze')
}

/** Drops all indexes but those of constraints; returns the statements that create them again. */
async function dropIndexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; statement: string }>(`
    select relname as name, pg_get_indexdef(indexrelid) as statement
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by relname`)
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return rows.map(({ statement }) => statement)
}

/** All tables, each after those that it references. */
async function referencedFirst(client: pg.Client) {
  const { rows } = await client.query<{ name: string; uses: string[] }>(
    `
    select relname as name, array(
      select confrelid::regclass::text from pg_constraint where conrelid = pg_class.oid and contype = 'f'
    ) as uses
    from pg_class where relname = any($1) and relnamespace = current_schema()::regnamespace order by relname`,
    [await tableNames(client)],
  )
  const sorted: string[] = []
  const add = ({ name, uses }: (typeof rows)[number]) => {
    if (sorted.includes(name)) return
    for (const other of rows) if (other.name !== name && uses.includes(other.name)) add(other)
    sorted.push(name)
  }
  rows.forEach(add)
  return sorted
}
