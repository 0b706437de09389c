import type { Viewer } from '#app/accounts/account-rules.ts'
import { takeFile } from '#app/files/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewBook } from './kinds/book.ts'
import type { NewNovel } from './kinds/novel.ts'

/** The seller is whoever is signed in, whatever the form says. */
export async function createPost(
  db: Db,
  seller: Viewer,
  post: ({ kind: 'book' } & NewBook) | ({ kind: 'novel' } & NewNovel),
) {
  const { price, sellingPrice, picture3, ...rest } = post
  const pictures = [post.picture1, post.picture2, ...(picture3 ? [picture3] : [])]
  return db.transaction().execute(async (transaction) => {
    for (const key of pictures) {
      // Thrown, so that those taken before it are given back.
      if (!(await takeFile(transaction, key, 'images'))) throw new PictureGone()
    }
    const id = newId()
    await transaction
      .insertInto('posts')
      .values({
        id,
        studentId: seller.kind === 'student' ? seller.id : null,
        storeId: seller.kind === 'store' ? seller.id : null,
        pricePaise: price,
        sellingPricePaise: sellingPrice,
        picture3: picture3 || null,
        ...rest,
      })
      .execute()
    return id
  })
}

/** A picture that was uploaded too long ago, or taken by another post. */
export class PictureGone extends Error {}
