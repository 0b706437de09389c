import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'

/** Who deletes the account takes the words along; the stars stay. */
export const forgetRatingWords = (db: Db, author: Pick<Viewer, 'id'>) =>
  db
    .updateTable('ratings')
    .set({ words: null })
    .where('authorId', '=', author.id)
    .where('words', 'is not', null)
    .execute()
