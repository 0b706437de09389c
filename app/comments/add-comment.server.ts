import type { Viewer } from '#app/access/viewer.ts'
import { type ChargeLimit, compareWithStored, noLimit } from '#app/forms/idempotency.server.ts'
import { tell } from '#app/notices/tell.server.ts'
import { type Db, isForeignKeyViolation } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/ids.server.ts'
import { mayDealIn } from '#app/posts/deal-rules.ts'

export interface CommentToAdd {
  postId: string
  by: Viewer
  comment: string
  /** The comment that it answers (add-answer.server.ts). */
  answerTo?: string | null
  /** The author of the comment that it answers. */
  askedBy?: string | null
  key?: string | null
}

/** Only students comment on courses. Tells the seller, or whom the seller answers. Idempotent: a key that the author has used before adds nothing. */
export async function addComment(db: Db, toAdd: CommentToAdd, chargeLimit: ChargeLimit = noLimit) {
  const { postId, by, comment, answerTo = null, askedBy = null, key = null } = toAdd
  const earlier = await findEarlier(db, toAdd)
  if (earlier) return earlier
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  const post = isId(postId)
    ? await db.selectFrom('posts').select(['kind', 'sellerId']).where('id', '=', postId).executeTakeFirst()
    : undefined
  if (!post) return 'gone'
  if (!mayDealIn(by.kind, post.kind)) return 'not for stores'
  try {
    const isAdded = await db.transaction().execute(async (transaction) => {
      const id = newId()
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('comments')
        .values({ id, postId, comment, answerTo, key, authorId: by.id })
        .onConflict((conflict) => conflict.columns(['authorId', 'key']).where('key', 'is not', null).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) return false
      const told = answerTo === null ? post.sellerId : askedBy
      if (told && told !== by.id)
        await tell(transaction, told, { event: answerTo === null ? 'comment' : 'answer', commentId: id })
      return true
    })
    return isAdded ? 'added' : ((await findEarlier(db, toAdd)) ?? 'gone') // a duplicate was first
  } catch (error) {
    // The post, or the comment that is answered, was deleted meanwhile.
    const hasGone = (constraint: string) => isForeignKeyViolation(error, constraint)
    if (hasGone('comments_post_id_fkey') || hasGone('comments_answer_to_fkey')) return 'gone'
    throw error
  }
}

async function findEarlier(db: Db, { postId, by, comment, answerTo = null, key }: CommentToAdd) {
  if (!key) return null
  const row = await db
    .selectFrom('comments')
    .select(['postId', 'comment', 'answerTo'])
    .where('authorId', '=', by.id)
    .where('key', '=', key)
    .executeTakeFirst()
  return compareWithStored(row, { postId, comment, answerTo })
}
