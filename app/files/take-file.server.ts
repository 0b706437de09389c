import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import type { FileFolder } from './file-rules.ts'

/**
 * For the transaction that writes the row which names the file. Whether the file was there, waiting, and in that folder:
 * a file is taken once, and whoever knows its key may.
 */
export async function takeFile(db: Db, key: string, folder: FileFolder) {
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
