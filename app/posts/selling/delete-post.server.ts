import type { Viewer } from '#app/access/viewer.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { fileColumns, keysOf, withoutOrdered } from './post-files.server.ts'

/** Deletes the row, then its files, except those that an order needs. Returns false if the seller has no such post. */
export async function deletePost(db: Db, storage: Storage, seller: Viewer, id: string) {
  const dropped = await db.transaction().execute(async (transaction) => {
    const own = transaction.selectFrom('allPosts').select('id').where('id', '=', id).where('sellerId', '=', seller.id)
    if (!(await own.forUpdate().executeTakeFirst())) return null
    const removed = await removePost(transaction, id)
    await dropFiles(transaction, removed!.unused)
    return removed!.unused
  })
  if (dropped) await removeDropped(db, storage, dropped)
  return dropped !== null
}

/** Deletes the row alone. Returns its seller, and the keys of the files that no order needs; null if there is no such post. */
export async function removePost(db: Db, id: string) {
  const post = await db
    .deleteFrom('allPosts')
    .where('id', '=', id)
    .returning(['sellerId', ...fileColumns])
    .executeTakeFirst()
  if (!post) return null
  const { sellerId, ...files } = post
  return { sellerId, unused: await withoutOrdered(db, id, keysOf(files)) }
}
