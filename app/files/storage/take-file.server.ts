import { sql } from 'kysely'

import type { StorageFolder } from '#app/files/file-rules.ts'
import type { Db } from '#app/platform/db.server.ts'

/**
 * Claims a pending file, in the transaction that writes the row naming it. False if it is missing, in another folder or
 * already taken. The file's key is the only permission checked: it is random, and only the uploader received it.
 */
export async function takeFile(db: Db, key: string, folder: StorageFolder) {
  if (!key.startsWith(`${folder}/`)) return false

  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ takenAt: sql`now()` })
    .where('key', '=', key)
    .where('takenAt', 'is', null)
    .where('droppedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
