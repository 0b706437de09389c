import type { Viewer } from '#app/accounts/account-rules.ts'
import { takeFile } from '#app/files/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewPost } from './kinds/new-post.ts'
import { filesOf } from './post-rules.ts'

/** The seller is whoever is signed in, whatever the form says. */
export async function createPost(db: Db, seller: Viewer, post: NewPost) {
  const { price, sellingPrice, ...rest } = post
  const { pictures, pdfs } = filesOf[post.kind]
  const files: Record<string, string | null> = {}
  return db.transaction().execute(async (transaction) => {
    for (const field of [...Object.keys(pictures), ...pdfs]) {
      const key = (post as unknown as Record<string, string>)[field]
      const folder = field in pictures ? 'images' : 'uploads'
      // Thrown, so that those taken before it are given back.
      if (key && !(await takeFile(transaction, key, folder))) throw new FileGone(field)
      files[field] = key || null
    }
    const id = newId()
    await transaction
      .insertInto('posts')
      .values({
        ...rest,
        id,
        studentId: seller.kind === 'student' ? seller.id : null,
        storeId: seller.kind === 'store' ? seller.id : null,
        pricePaise: price,
        sellingPricePaise: sellingPrice,
        ...files,
      })
      .execute()
    return id
  })
}

/** A file that was uploaded too long ago, or taken by another post. */
export class FileGone extends Error {
  readonly field: string

  constructor(field: string) {
    super(`The file of ${field} is gone`)
    this.field = field
  }
}
