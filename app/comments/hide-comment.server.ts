import { sql } from 'kysely'

import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** By the team, with its answers. Its author is told why. Null if there is no such comment to hide. */
export async function hideComment(db: Db, id: string, reason: string) {
  const hidden = await db
    .updateTable('allComments')
    .set({ hiddenAt: sql<Date>`now()` })
    .where((is) => is.or([is('id', '=', id), is('answerTo', '=', id)]))
    .where('hiddenAt', 'is', null)
    .returning(['id', 'authorId', 'postId'])
    .execute()
  const comment = hidden.find((one) => one.id === id)
  if (!comment) return null
  const ids = hidden.map((one) => one.id)
  await db.deleteFrom('notices').where('commentId', 'in', ids).execute() // nobody is told of it any more
  await tell(db, comment.authorId, { event: 'comment hidden', postId: comment.postId, detail: reason })
  return comment
}

/** With the answers that were hidden with it. */
export async function showComment(db: Db, id: string) {
  const shown = await db
    .updateTable('allComments')
    .set({ hiddenAt: null })
    .where((is) => is.or([is('id', '=', id), is('answerTo', '=', id)]))
    .where('hiddenAt', 'is not', null)
    .returning(['id', 'authorId', 'postId'])
    .execute()
  return shown.find((one) => one.id === id) ?? null
}
