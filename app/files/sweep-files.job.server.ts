import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { pendingMs } from './file-rules.ts'
import { removeUnused } from './remove-unused.server.ts'
import type { Storage } from './storage.server.ts'

/** Removes what was chosen and never sent, what was dropped, and what a crash left half-way; says how many. */
export async function sweepFiles(db: Db, storage: Storage) {
  await clearTemporaryFolder(storage.temporaryFolder)
  const oldest = sql<Date>`now() - ${pendingMs / 1_000} * interval '1 second'`
  return removeUnused(db, storage, (files) =>
    files.where((is) =>
      is.or([is('droppedAt', 'is not', null), is.and([is('takenAt', 'is', null), is('createdAt', '<', oldest)])]),
    ),
  )
}

async function clearTemporaryFolder(folder: string) {
  const names = await readdir(folder).catch(noneIfMissing)
  for (const name of names) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(goneMeanwhile)
    if (Date.now() - mtimeMs > pendingMs) await rm(file, { recursive: true, force: true })
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function goneMeanwhile(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return { mtimeMs: Date.now() }
  throw error
}
