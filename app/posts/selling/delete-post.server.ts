import type { Viewer } from '#app/accounts/account-rules.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { fileColumns, keysOf, withoutOrderedPictures } from './post-files.server.ts'

/** Deletes the row, then its files, except pictures that an order shows. Returns false if the seller has no such post. */
export async function deletePost(db: Db, storage: Storage, seller: Viewer, id: string) {
  const dropped = await db.transaction().execute(async (transaction) => {
    const post = await transaction
      .deleteFrom('posts')
      .where('id', '=', id)
      .where('sellerId', '=', seller.id)
      .returning(fileColumns)
      .executeTakeFirst()
    if (!post) return null
    const keys = await withoutOrderedPictures(transaction, id, keysOf(post))
    await dropFiles(transaction, keys)
    return keys
  })
  if (dropped) await removeDropped(db, storage, dropped)
  return dropped !== null
}
