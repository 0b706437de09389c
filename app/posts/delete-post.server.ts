import type { Viewer } from '#app/accounts/account-rules.ts'
import { dropFiles, removeDropped } from '#app/files/drop-files.server.ts'
import type { Storage } from '#app/files/storage.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { ownerColumn } from './own-post-queries.server.ts'

/** First the row, then its files. Whether there was one of the seller's. */
export async function deletePost(db: Db, storage: Storage, seller: Viewer, id: string) {
  const files = await db.transaction().execute(async (transaction) => {
    const post = await transaction
      .deleteFrom('posts')
      .where('id', '=', id)
      .where(ownerColumn(seller), '=', seller.id)
      .returning(['picture1', 'picture2', 'picture3', 'coverImage', 'pdf1', 'pdf2'])
      .executeTakeFirst()
    if (!post) return null
    const keys = Object.values(post).filter((key) => key !== null)
    await dropFiles(transaction, keys)
    return keys
  })
  if (files) await removeDropped(db, storage, files)
  return files !== null
}
