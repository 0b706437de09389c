import type { Viewer } from '#app/access/viewer.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { noteSignals } from '#app/posts/note-signals.server.ts'
import { type EditedPost, fieldsBesideColumns } from '#app/posts/kinds/edited-post.ts'

import { fileColumns, keysOf, replaceFiles, withoutOrdered } from './post-files.server.ts'
import { setCopies } from './stock.server.ts'

interface Edit {
  id: string
  edited: EditedPost
}

/** Removes replaced files after the post is saved. Returns false if the seller has no such post. */
export async function updatePost(db: Db, storage: Storage, seller: Viewer, { id, edited }: Edit) {
  const dropped = await db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('allPosts')
      .select(fileColumns)
      .where('id', '=', id)
      .where('sellerId', '=', seller.id)
      .forUpdate() // concurrent edits wait, and so do orders, which copy the pictures
      .executeTakeFirst()
    if (!before) return null

    const after = await replaceFiles(transaction, before, edited)
    const unused = keysOf(before).filter((key) => !keysOf(after).includes(key))
    const keys = await withoutOrdered(transaction, id, unused)
    await dropFiles(transaction, keys)
    await transaction
      .updateTable('allPosts')
      .set({ ...contentOf(edited), ...after })
      .where('id', '=', id)
      .execute()
    await noteSignals(transaction, id)
    if ('copies' in edited) await setCopies(transaction, id, { typed: edited.copies, shown: edited.shownCopies })
    return keys
  })
  if (dropped) await removeDropped(db, storage, dropped)
  return dropped !== null
}

/** The columns besides those of files. An empty price keeps the current one. */
function contentOf({ price, sellingPrice, ...fields }: EditedPost) {
  const content = Object.fromEntries(Object.entries(fields).filter(([name]) => !fieldsBesideColumns.includes(name)))
  return { ...content, ...(price !== null && { pricePaise: price }), sellingPricePaise: sellingPrice }
}
