import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { pendingMs } from './file-rules.ts'
import { removeUnused } from './remove-unused.server.ts'
import type { Storage } from './storage.server.ts'

/** Removes what was chosen and never sent, what was dropped, and what a crash left half-way; says how many. */
export async function sweepFiles(db: Db, storage: Storage) {
  await dropForgotten(db)
  const removed = await removeUnused(db, storage, (files) => files.where('droppedAt', 'is not', null))
  await clearTemporaryFolder(storage.temporaryFolder)
  return removed
}

/** Before its bytes go, nobody may take it any more: a sweep cut off between bytes and row would leave one to be taken. */
async function dropForgotten(db: Db) {
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
  const now = await timeIn(folder)
  for (const name of names) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(goneMeanwhile)
    if (now - mtimeMs > pendingMs) await rm(file, { recursive: true, force: true })
  }
}

/** By the clock that stamps the files. Ours may be wrong, and would then end uploads that are under way elsewhere. */
async function timeIn(folder: string) {
  const made = await mkdtemp(path.join(folder, 'now-'))
  const { mtimeMs } = await stat(made)
  await rm(made, { recursive: true })
  return mtimeMs
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function goneMeanwhile(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return { mtimeMs: Infinity }
  throw error
}
