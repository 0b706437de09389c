import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

interface Correction {
  name: string
  authorName: string
  description: string
}

/** A member of the team corrects a typo. Empty texts stay empty. False if there is no such post. */
export async function correctPost(db: Db, id: string, { name, authorName, description }: Correction) {
  const { numUpdatedRows } = await db
    .updateTable('allPosts')
    .set({ name, authorName: authorName || null, description: description || null })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The team has looked at what was noticed about a post. */
export async function settleSignals(db: Db, postId: string) {
  await db
    .updateTable('postSignals')
    .set({ settledAt: sql<Date>`now()` })
    .where('postId', '=', postId)
    .where('settledAt', 'is', null)
    .execute()
}
