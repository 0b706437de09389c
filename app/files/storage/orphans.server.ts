import { possibleKeys } from '#app/files/pictures/picture-url.ts'
import type { Db } from '#app/platform/db.server.ts'

import { mayRemove } from './remove-unused.server.ts'
import { contentTypeOf } from './storage-keys.server.ts'
import type { Storage } from './storage.server.ts'
import type { StoredFile } from './storage-driver.ts'

/** Younger ones are left alone: the clocks of the database and of the storage may differ. */
const minAgeMs = 24 * 60 * 60_000

/**
 * Stored files that no row names, some at a time. A row is written before its bytes and deleted after them, so there are
 * none but after a restored backup, a bucket that was shared, or a fault. What cannot be ours by its name is left out.
 */
export async function* findOrphans(db: Db, storage: Pick<Storage, 'list'>) {
  const before = Date.now() - minAgeMs
  for await (const stored of storage.list()) {
    const ours = stored.filter(({ key, storedAt }) => contentTypeOf(key) !== null && storedAt.getTime() < before)
    const known = await findKnown(db, ours)
    yield ours.filter(({ key }) => !namesOf(key).some((name) => known.has(name)))
  }
}

const namesOf = (key: string) => (key.endsWith('.pdf') ? [key] : possibleKeys(key))

/** Files that have a row, and previews that a PDF's row names. */
async function findKnown(db: Db, stored: StoredFile[]) {
  const names = stored.flatMap(({ key }) => namesOf(key))
  if (names.length === 0) return new Set<string | null>()
  const rows = await db
    .selectFrom('files')
    .select(['key', 'previewKey'])
    .where((is) => is.or([is('key', 'in', names), is('previewKey', 'in', names)]))
    .execute()
  return new Set(rows.flatMap(({ key, previewKey }) => [key, previewKey]))
}

/** Null during a backup, which may be copying files: try again when it has ended. */
export function removeOrphans(db: Db, storage: Pick<Storage, 'remove'>, orphans: StoredFile[]) {
  return db.transaction().execute(async (transaction) => {
    if (!(await mayRemove(transaction))) return null
    for (const { key } of orphans) await storage.remove(key)
    return orphans.length
  })
}
