import type { Viewer } from '#app/access/viewer.ts'
import { type ChargeLimit, noLimit } from '#app/forms/idempotency.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/ids.server.ts'
import { payablePaise } from '#app/posts/prices.ts'

import { savedMax } from './saved-rules.ts'

/** Idempotent: a post that is saved already stays saved as it was, without a charge to the limit. */
export async function savePost(db: Db, viewer: Viewer, postId: string, chargeLimit: ChargeLimit = noLimit) {
  if (!isId(postId)) return 'gone'
  if (await isSaved(db, viewer, postId)) return 'saved'
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  return db.transaction().execute(async (transaction) => {
    // Locked, so that concurrent requests of a person cannot exceed the maximum.
    await transaction.selectFrom('accounts').select('id').where('id', '=', viewer.id).forNoKeyUpdate().execute()
    const post = await transaction
      .selectFrom('posts')
      .select(['kind', 'name', 'sellerId', 'pricePaise', 'sellingPricePaise', 'discount'])
      .where('id', '=', postId)
      .executeTakeFirst()
    if (!post) return 'gone'
    if (post.sellerId === viewer.id) return 'own'
    if ((await countSaved(transaction, viewer)) >= savedMax) return 'full'

    const { kind, name } = post
    await transaction
      .insertInto('savedPosts')
      .values({ id: newId(), accountId: viewer.id, postId, kind, name, pricePaise: payablePaise(post) })
      .onConflict((conflict) => conflict.constraint('saved_posts_once').doNothing())
      .execute()
    return 'saved'
  })
}

/** Idempotent: it does not matter whether the post was saved. */
export async function removeSaved(db: Db, viewer: Viewer, postId: string) {
  if (!isId(postId)) return
  await db.deleteFrom('savedPosts').where('accountId', '=', viewer.id).where('postId', '=', postId).execute()
}

async function isSaved(db: Db, viewer: Viewer, postId: string) {
  const row = await db
    .selectFrom('savedPosts')
    .select('id')
    .where('accountId', '=', viewer.id)
    .where('postId', '=', postId)
    .executeTakeFirst()
  return row !== undefined
}

async function countSaved(db: Db, viewer: Viewer) {
  const { count } = await db
    .selectFrom('savedPosts')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('accountId', '=', viewer.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
