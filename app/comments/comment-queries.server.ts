import { createHmac } from 'node:crypto'

import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findSecret } from '#app/platform/secrets.server.ts'

const shown = 100

/** What was said under a post, newest first; of whoever said it only what everyone may see. */
export async function listComments(db: Db, postId: string) {
  if (!isId(postId)) return []
  const rows = await db
    .selectFrom('comments')
    .select((is) => ['id', 'comment', 'createdAt', is.fn.coalesce('studentId', 'storeId').$castTo<string>().as('by')])
    .where('postId', '=', postId)
    .orderBy('id', 'desc')
    .limit(shown)
    .execute()
  if (rows.length === 0) return []
  const secret = await findMaskSecret(db)
  return rows.map(({ by, ...row }) => ({ ...row, by: masked(by, secret) }))
}

export type ListedComment = Awaited<ReturnType<typeof listComments>>[number]

/** What masks are made with. The start makes it, so that no page has to write. */
export const findMaskSecret = (db: Db) => findSecret(db, 'commenters')

/**
 * Looks like the first 8 characters of an id, then asterisks; the same for a person under all posts. It is a keyed hash, since
 * the first 8 characters of the id itself are a clock: they would tell when the person signed up, and be the same for
 * all who did so within a minute.
 */
const masked = (id: string, secret: Buffer) =>
  createHmac('sha256', secret).update(id).digest('hex').slice(0, 8).padEnd(id.length, '*')
