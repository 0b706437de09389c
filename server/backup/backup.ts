import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'

import pg from 'pg'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { removalLock } from '#app/files/storage/remove-unused.server.ts'
import type { StorageDriver } from '#app/files/storage/storage-driver.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { copyOut } from '#database/copy-rows.ts'
import { isThroughPooler } from '#server/postgres/pooler.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

import { batches, BackupError, type BackupWriter, linesOf, startBackup, syncFolder } from './backup-folder.ts'

export type Say = (line: string) => void

export interface Manifest {
  format: 1
  madeAt: string
  /** Migrations that the database had run: a restore runs the same ones. */
  migrations: { name: string; sha256: string }[]
  tables: { name: string; columns: string[]; rows: number }[]
  /** The last value of each sequence. */
  sequences: { name: string; last: string }[]
  files: { count: number; bytes: number }
  /** Keys of files that were missing in the storage. */
  lost: string[]
}

/**
 * Filters for tables that are not backed up completely. Sessions, links and browsers for push that were ended after the backup must not come back,
 * pending and dropped files may have no bytes, and transaction ids, job leases and the id key's fingerprint belong to
 * one installation.
 */
const keptRows: Record<string, string> = {
  sessions: 'where false',
  team_sessions: 'where false',
  account_links: 'where false',
  push_subscriptions: 'where false',
  log_in_attempts: 'where false',
  limit_buckets: 'where false',
  page_changes: 'where false',
  job_leases: 'where false',
  id_key_fingerprint: 'where false',
  function_texts: 'where false', // a restored database has run migrations alone
  outbox: `where way = 'mail'`,
  files: 'where taken_at is not null and dropped_at is null',
}

/**
 * Copies all tables from one snapshot, and then the files that their rows name. Files never change, and the lock keeps
 * them from being removed, so both match, whatever is written meanwhile. Resolves to the folder.
 */
export async function backUp(config: Config, into: string, say: Say) {
  const madeAt = new Date().toISOString()
  const folder = path.join(into, `puthi-${madeAt.slice(0, 19).replaceAll(':', '-')}Z`)
  if (existsSync(folder)) throw new BackupError(`${folder} is there already.`)
  const unfinished = `${folder}.half`
  const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
  const client = new pg.Client({
    connectionString: config.databaseUrl ?? postgres!.url,
    application_name: 'puthi-backup',
  })
  try {
    await client.connect()
    await refusePooler(client)
    const backup = await startBackup(unfinished)
    await client.query('select pg_advisory_lock($1)', [removalLock])
    const database = await writeTables(client, backup, say)
    const storage = createStorage(config, createLog('silent'))
    const files = await writeFiles(storage, backup, path.join(unfinished, fileOf('files')), say)
    const manifest: Manifest = { format: 1, madeAt, ...database, ...files }
    await backup.write('manifest.json', bytesOf(`${JSON.stringify(manifest, null, 2)}\n`))
    await backup.finish()
    await rename(unfinished, folder)
    await syncFolder(into)
    return { folder, lost: files.lost }
  } finally {
    await client.end() // also releases the lock
    await postgres?.stop()
  }
}

/** A backup and a restore set and lock things for a whole session, which a pooler does not carry. */
export async function refusePooler(client: pg.Client) {
  if (await isThroughPooler(client))
    throw new BackupError('DATABASE_URL leads to a pooler: name PostgreSQL itself for backup and restore.')
}

/** The backup file with a table's rows. */
export const fileOf = (table: string) => `database/${table}.copy`

export const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

/** As long as it takes, and the same text on every machine. */
export const setForCopying = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set timezone = 'UTC'; set synchronize_seqscans = off`

async function writeTables(client: pg.Client, backup: BackupWriter, say: Say) {
  await client.query(setForCopying)
  const names = await tableNames(client)
  // The first query takes the snapshot. Locking the tables before it keeps migrations from changing them in between.
  await client.query(`
    begin isolation level repeatable read read only;
    lock table ${quoted(names)} in access share mode`)
  if (String(await tableNames(client)) !== String(names)) {
    throw new BackupError('The database was being brought up to date. Try again.')
  }

  const tables: Manifest['tables'] = []
  for (const name of names) {
    const columns = await columnsOf(client, name)
    const statement = `copy (select ${quoted(columns)} from "${name}" ${keptRows[name] ?? ''}) to stdout`
    let rows = 0
    await backup.write(
      fileOf(name),
      counted(copyOut(client, statement), (more) => (rows += more)),
    )
    tables.push({ name, columns, rows })
    say(`${name}: ${rows.toLocaleString('en')} rows`)
  }
  const ends = { migrations: await migrationsOf(client), sequences: await sequencesOf(client) }
  await client.query('commit')
  return { tables, ...ends }
}

export async function migrationsOf(client: pg.Client) {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, sha256 from migrations order by name',
  )
  return rows
}

/** Not from the snapshot, but never behind it. */
export async function sequencesOf(client: pg.Client) {
  const { rows } = await client.query<Manifest['sequences'][number]>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`)
  return rows
}

/** Our tables, without those of extensions. */
export async function tableNames(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname`)
  return rows.map(({ name }) => name)
}

/** Without generated columns. */
export async function columnsOf(client: pg.Client, table: string) {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
    where attrelid = quote_ident($1)::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Counts rows: COPY ends each with a line feed and escapes those within values. */
async function* counted(rows: AsyncIterable<Buffer>, add: (rows: number) => void) {
  for await (const chunk of rows) {
    let count = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++
    add(count)
    yield chunk
  }
}

/** A few missing files are tolerated; many mean that the storage is the wrong one. */
const maxLost = 100

/** Reads the keys from the rows just written, so that no list of all files is held in memory. */
async function writeFiles(storage: StorageDriver, backup: BackupWriter, rows: string, say: Say) {
  const files = { count: 0, bytes: 0 }
  const lost: string[] = []
  const write = async (key: string) => {
    const found = await storage.open(key)
    if (found) {
      const bytes = await backup.write(`files/${key}`, found.stream)
      files.bytes += bytes
      files.count++
    } else if (lost.push(key) > maxLost) {
      throw new BackupError(`More than ${maxLost} files are not there. Are DATA_DIR and FILES_URL the server's?`)
    }
  }
  const sayProgress = throttled(say)
  for await (const batch of batches(linesOf(rows), 8)) {
    await Promise.all(batch.flatMap(keysOf).map(write))
    sayProgress(() => `files: ${files.count.toLocaleString('en')}, ${megabytes(files.bytes)}`)
  }
  say(`files: ${files.count.toLocaleString('en')}, ${megabytes(files.bytes)}, all`)
  return { files, lost }
}

/** The keys in a COPY row of `files`, which begins with key and kind; neither contains characters that COPY escapes. */
export function keysOf(row: string) {
  const [key = '', kind = ''] = row.split('\t')
  return storedKeys(key, kind)
}

/** The keys in the storage that belong to a row of `files`. */
export const storedKeys = (key: string, kind: string) => (kind === 'picture' ? renditionKeys(key) : [key])

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Reports progress at most every 3 s. */
export function throttled(say: Say) {
  let last = Date.now()
  return (line: () => string) => {
    if (Date.now() - last < 3_000) return
    last = Date.now()
    say(line())
  }
}

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}
