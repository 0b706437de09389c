import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { possibleKeys } from './picture-url.ts'

const rememberedMax = 10_000

/**
 * Tells whether the picture of a rendition was taken (`takeFile`); pending ones are not served. Only positive answers
 * are cached, in an LRU set: a taken picture stays taken until its bytes are removed, while a pending one may be taken
 * by another process at any moment.
 */
export function watchTakenPictures(db: Db) {
  const taken = new Set<string>()

  return async function isTaken(rendition: string) {
    const keys = possibleKeys(rendition)
    const key = keys.find((one) => taken.delete(one)) ?? (await findTaken(db, keys))
    if (key === null) return false
    taken.add(key) // moves it to the most recently used end
    if (taken.size > rememberedMax) taken.delete(taken.values().next().value!)
    return true
  }
}

async function findTaken(db: Db, keys: string[]) {
  const row = await db
    .selectFrom('files')
    .select('key')
    .where(sql<boolean>`key = any(${keys})`)
    .where('takenAt', 'is not', null)
    .where('droppedAt', 'is', null)
    .executeTakeFirst()
  return row?.key ?? null
}
