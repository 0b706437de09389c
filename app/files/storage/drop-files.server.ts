import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { removeUnused } from './remove-unused.server.ts'
import type { Storage } from './storage.server.ts'

/** For the transaction that removes or changes the row naming the files; `removeDropped` follows after the commit. */
export async function dropFiles(db: Db, keys: string[]) {
  if (keys.length === 0) return
  await db
    .updateTable('files')
    .set({ droppedAt: sql`now()` })
    .where(sql<boolean>`key = any(${keys})`) // one parameter for any number of keys
    .where('droppedAt', 'is', null)
    .execute()
}

/** Errors are only logged: the sweep removes what is left. */
export async function removeDropped(db: Db, storage: Storage, keys: string[]) {
  if (keys.length === 0) return
  try {
    await removeUnused(db, storage, (files) => files.where('droppedAt', 'is not', null).where('key', 'in', keys))
  } catch (err) {
    storage.log.error({ err }, 'dropped files stay until the sweep')
  }
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
