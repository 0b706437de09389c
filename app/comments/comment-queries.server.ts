import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

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
  return rows.map(({ by, ...row }) => ({ ...row, by: masked(by) }))
}

export type ListedComment = Awaited<ReturnType<typeof listComments>>[number]

/** The first 8 characters, then asterisks: the whole id never leaves the server. */
const masked = (id: string) => id.slice(0, 8).padEnd(id.length, '*')
