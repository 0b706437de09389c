import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { hasPdfs } from '#app/posts/has-pdfs.ts'
import { copiesMax } from '#app/posts/post-rules.ts'

// Copies of posts whose seller counts them. A post is sold out exactly if its row of `stock` has 0 copies. Each function
// needs a transaction, and locks the post before its stock, so that two of them cannot deadlock. A caller that locks the
// post itself takes at least the same lock, `for no key update`: a shared one would deadlock with another buyer's.

/** Takes copies for an order. Takes none, and returns how many are left, if there are fewer. */
export async function takeCopies(
  db: Db,
  postId: string,
  quantity: number,
): Promise<'taken' | 'not counted' | { left: number }> {
  if ((await findCopies(db, postId)) === null) return 'not counted' // most posts: they are not locked
  await lockPost(db, postId)
  const taken = await db
    .updateTable('stock')
    .set((is) => ({ copies: is('copies', '-', quantity) }))
    .where('postId', '=', postId)
    .where('copies', '>=', quantity)
    .returning('copies')
    .executeTakeFirst()
  if (taken) {
    if (taken.copies === 0) await setSoldOut(db, postId, true)
    return 'taken'
  }
  const left = await findCopies(db, postId)
  return left === null ? 'not counted' : { left }
}

/** Returns copies that an order has taken. Does nothing if the post is gone, or no longer counted. */
export async function giveBackCopies(db: Db, postId: string, quantity: number) {
  await lockPost(db, postId)
  const copies = await findCopies(db, postId)
  if (copies !== null) await storeCopies(db, postId, copies + quantity)
}

interface EditedCopies {
  /** Null: not counted. */
  typed: number | null
  /** What the form showed when it was opened. */
  shown: number | null
}

/**
 * Changes the copies by what the seller has changed in the form: orders may have taken some since it was opened. If
 * there are as many as were typed, nothing changes: the form was sent twice, as after a lost answer.
 */
export async function setCopies(db: Db, postId: string, { typed, shown }: EditedCopies) {
  if (typed === shown) return
  await lockPost(db, postId)
  if (typed === null) {
    await db.deleteFrom('stock').where('postId', '=', postId).execute()
    return setSoldOut(db, postId, false)
  }
  const copies = await findCopies(db, postId)
  if (copies === typed) return
  await storeCopies(db, postId, copies === null || shown === null ? typed : copies + typed - shown)
}

/** The seller's only copy is sold. Where copies are counted nothing changes. False if the seller has no such book or novel. */
export async function markSold(db: Db, seller: Pick<Viewer, 'id'>, postId: string) {
  const post = isId(postId) ? await lockPost(db, postId) : undefined
  if (post?.sellerId !== seller.id || hasPdfs(post.kind)) return false
  if ((await findCopies(db, postId)) === null) await storeCopies(db, postId, 0)
  return true
}

const lockPost = (db: Db, id: string) =>
  db.selectFrom('allPosts').select(['sellerId', 'kind']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

async function findCopies(db: Db, postId: string) {
  const row = await db.selectFrom('stock').select('copies').where('postId', '=', postId).executeTakeFirst()
  return row?.copies ?? null
}

async function storeCopies(db: Db, postId: string, wanted: number) {
  const copies = Math.min(Math.max(wanted, 0), copiesMax)
  await db
    .insertInto('stock')
    .values({ postId, copies })
    .onConflict((conflict) => conflict.column('postId').doUpdateSet({ copies }))
    .execute()
  await setSoldOut(db, postId, copies === 0)
}

/** Writes only what changes: an update of a post renews its pages and its place in the search index. */
const setSoldOut = (db: Db, id: string, isSoldOut: boolean) =>
  db.updateTable('allPosts').set({ isSoldOut }).where('id', '=', id).where('isSoldOut', '<>', isSoldOut).execute()
