import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

/** Deletes an own comment, with its answers. Nothing happens if it is another's, or gone already. */
export async function deleteComment(db: Db, { id: authorId }: Pick<Viewer, 'id'>, id: string) {
  if (!isId(id)) return
  await db.deleteFrom('comments').where('authorId', '=', authorId).where('id', '=', id).execute()
}
