import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'

import type { Db, Tables } from '#app/platform/db.server.ts'

import { renditionKeys } from './picture-url.ts'
import type { Storage } from './storage.server.ts'

const batchSize = 20

/** A backup holds it while it copies: what its rows name must not vanish meanwhile. */
export const removalLock = 7_788_443

type FileQuery = SelectQueryBuilder<Tables, 'files', Selectable<Tables['files']>>

/**
 * Removes bytes first and then the row, so that a failure leaves something to try again by. Rows that another process
 * works on are passed over; those that fail are logged and stay. During a backup all stay, for the next sweep.
 */
export async function removeUnused(db: Db, storage: Storage, which: (files: FileQuery) => FileQuery) {
  let removed = 0
  let lastKey = ''
  for (;;) {
    const batch = await db.transaction().execute(async (transaction) => {
      if (!(await mayRemove(transaction))) return { files: [], gone: [] }
      const files = await which(transaction.selectFrom('files').selectAll())
        .where('key', '>', lastKey)
        .orderBy('key')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute()
      const gone = (await Promise.all(files.map((file) => removeBytes(storage, file)))).filter((key) => key !== null)
      if (gone.length > 0) await transaction.deleteFrom('files').where('key', 'in', gone).execute()
      return { files, gone }
    })
    removed += batch.gone.length
    if (batch.files.length < batchSize) return removed
    lastKey = batch.files.at(-1)!.key
  }
}

async function mayRemove(transaction: Db) {
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
