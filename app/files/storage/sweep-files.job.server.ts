import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import { pendingMs } from '#app/files/file-rules.ts'
import type { Db } from '#app/platform/db.server.ts'

import { removeUnused } from './remove-unused.server.ts'
import type { Storage } from './storage.server.ts'

/** Removes expired pending files, dropped files and temporary files; returns the number of stored files removed. */
export async function sweepFiles(db: Db, storage: Storage) {
  await dropExpired(db)
  const removed = await removeUnused(db, storage, (files) => files.where('droppedAt', 'is not', null))
  await clearTemporaryFolder(storage.temporaryFolder)
  return removed
}

/** Before any bytes go: a sweep cut off between bytes and row must not leave a row that can still be taken. */
async function dropExpired(db: Db) {
  const oldest = sql<Date>`now() - ${pendingMs / 1_000} * interval '1 second'`
  await db
    .updateTable('files')
    .set({ droppedAt: sql`now()` })
    .where('key', 'in', (is) =>
      is
        .selectFrom('files')
        .select('key')
        .where('takenAt', 'is', null)
        .where('droppedAt', 'is', null)
        .where('createdAt', '<', oldest)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

async function clearTemporaryFolder(folder: string) {
  const names = await readdir(folder).catch(noneIfMissing)
  if (names.length === 0) return
  const now = await fileSystemTime(folder)
  for (const name of names) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(neverExpires)
    if (now - mtimeMs > pendingMs) await rm(file, { recursive: true, force: true })
  }
}

/** The file system's clock, which stamps the files. Ours may be wrong and would then delete uploads in progress. */
async function fileSystemTime(folder: string) {
  const made = await mkdtemp(path.join(folder, 'now-'))
  const { mtimeMs } = await stat(made)
  await rm(made, { recursive: true })
  return mtimeMs
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function neverExpires(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return { mtimeMs: Infinity }
  throw error
}
