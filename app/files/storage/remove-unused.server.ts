import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'

import type { Storage } from './storage.server.ts'

const batchSize = 20

/** Advisory lock that a backup holds while it copies files: none of them may be removed meanwhile. */
export const removalLock = 7_788_443

type FileQuery = SelectQueryBuilder<Tables, 'files', Selectable<Tables['files']>>

/**
 * Removes the bytes and then the row, so that a failure leaves a row to retry. Skips rows that another process has
 * locked; failures are logged. During a backup nothing is removed: the next sweep does it.
 */
export async function removeUnused(db: Db, storage: Storage, filter: (files: FileQuery) => FileQuery) {
  let removed = 0
  let lastKey = ''
  for (;;) {
    const batch = await db.transaction().execute(async (transaction) => {
      if (!(await mayRemove(transaction))) return { files: [], deleted: [] }
      const files = await filter(transaction.selectFrom('files').selectAll())
        .where('key', '>', lastKey)
        .orderBy('key')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute()
      const deleted = (await Promise.all(files.map((file) => removeBytes(storage, file)))).filter((key) => key !== null)
      if (deleted.length > 0) await transaction.deleteFrom('files').where('key', 'in', deleted).execute()
      return { files, deleted }
    })
    removed += batch.deleted.length
    if (batch.files.length < batchSize) return removed
    lastKey = batch.files.at(-1)!.key
  }
}

/** Holds a backup off until the transaction ends. False while one copies files. */
export async function mayRemove(transaction: Db) {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${removalLock}) as is_free`.execute(transaction)
  return rows[0]!.isFree
}

async function removeBytes(storage: Storage, { key, kind }: Pick<Tables['files'], 'key' | 'kind'>) {
  try {
    const kept = kind === 'picture' ? renditionKeys(key) : [key]
    await Promise.all(kept.map((name) => storage.remove(name)))
    return key
  } catch (err) {
    storage.log.error({ err, key }, 'file not removed')
    return null
  }
}
