import type { Viewer } from '#app/accounts/account-rules.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { EditedPost } from '#app/posts/kinds/edited-post.ts'

import { FileGone } from './create-post.server.ts'

interface Edit {
  id: string
  edited: EditedPost
}

/** Removes replaced PDFs after the post is saved. Returns false if the seller has no such post. */
export async function updatePost(db: Db, storage: Storage, seller: Viewer, { id, edited }: Edit) {
  const { price, sellingPrice, ...fields } = edited
  const { pdf1, pdf2, ...rest } = { pdf1: '', pdf2: '', ...fields }
  const sent = Object.entries({ pdf1, pdf2 }).filter(([, key]) => key) as ['pdf1' | 'pdf2', string][]

  const replaced = await db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('posts')
      .select(['pdf1', 'pdf2'])
      .where('id', '=', id)
      .where('sellerId', '=', seller.id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return null

    for (const [field, key] of sent) {
      if (!(await takeFile(transaction, key, 'uploads'))) throw new FileGone(field)
    }
    const old = sent.flatMap(([field]) => before[field] ?? [])
    await dropFiles(transaction, old)
    await transaction
      .updateTable('posts')
      .set({
        ...rest,
        ...(price !== null && { pricePaise: price }),
        sellingPricePaise: sellingPrice,
        ...Object.fromEntries(sent),
      })
      .where('id', '=', id)
      .execute()
    return old
  })
  if (replaced) await removeDropped(db, storage, replaced)
  return replaced !== null
}
