import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { removeUnused } from './remove-unused.server.ts'
import type { Storage } from './storage.server.ts'

/**
 * For the transaction that removes or changes the row naming the files; `removeDropped` follows after the commit.
 * Previews of PDFs go with them.
 */
export async function dropFiles(db: Db, keys: string[]) {
  if (keys.length === 0) return
  const dropped = await db
    .updateTable('files')
    .set({ droppedAt: sql`now()` })
    .where(sql<boolean>`key = any(${keys})`) // one parameter for any number of keys
    .where('droppedAt', 'is', null)
    .returning('previewKey')
    .execute()
  await dropFiles(
    db,
    dropped.flatMap(({ previewKey }) => previewKey ?? []),
  )
}

/** Of an account that is deleted: buyers keep files of it. */
export async function forgetOwner(db: Db, keys: string[]) {
  await db
    .updateTable('files')
    .set({ ownerId: null })
    .where(sql<boolean>`key = any(${keys})`)
    .execute()
}

/** Errors are only logged: the sweep removes what is left. */
export async function removeDropped(db: Db, storage: Storage, keys: string[]) {
  if (keys.length === 0) return
  try {
    // Previews first: their keys are known from the rows of their PDFs.
    for (const found of [await previewsOf(db, keys), keys]) {
      if (found.length === 0) continue
      await removeUnused(db, storage, (files) => files.where('droppedAt', 'is not', null).where('key', 'in', found))
    }
  } catch (err) {
    storage.log.error({ err }, 'dropped files stay until the sweep')
  }
}

async function previewsOf(db: Db, keys: string[]) {
  const pdfs = await db.selectFrom('files').select('previewKey').where('key', 'in', keys).execute()
  return pdfs.flatMap(({ previewKey }) => previewKey ?? [])
}

/** Removes the files that came with a retried form, which belong to nothing. */
export async function dropUntaken(db: Db, storage: Storage, keys: string[]) {
  if (keys.length === 0) return
  const untaken = await db
    .selectFrom('files')
    .select('key')
    .where('key', 'in', keys)
    .where('takenAt', 'is', null)
    .execute()
  const dropped = untaken.map(({ key }) => key)
  await dropFiles(db, dropped)
  await removeDropped(db, storage, dropped)
}
