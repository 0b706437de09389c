import type { Viewer } from '#app/accounts/account-rules.ts'
import { type ChargeLimit, compareWithStored, noLimit } from '#app/forms/idempotency.server.ts'
import { type Db, isForeignKeyViolation } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/ids.server.ts'
import { mayDealIn } from '#app/posts/deal-rules.ts'

interface CommentToAdd {
  postId: string
  by: Viewer
  comment: string
  key?: string | null
}

/** Only students comment on courses. Idempotent: a key that the author has used before adds nothing. */
export async function addComment(db: Db, toAdd: CommentToAdd, chargeLimit: ChargeLimit = noLimit) {
  const { postId, by, comment, key = null } = toAdd
  const earlier = await findEarlier(db, toAdd)
  if (earlier) return earlier
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  const post = isId(postId)
    ? await db.selectFrom('posts').select('kind').where('id', '=', postId).executeTakeFirst()
    : undefined
  if (!post) return 'gone'
  if (!mayDealIn(by.kind, post.kind)) return 'not for stores'
  try {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('comments')
      .values({ id: newId(), postId, comment, key, authorId: by.id })
      .onConflict((conflict) => conflict.columns(['authorId', 'key']).where('key', 'is not', null).doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n ? 'added' : ((await findEarlier(db, toAdd)) ?? 'gone') // a duplicate was first
  } catch (error) {
    if (isForeignKeyViolation(error, 'comments_post_id_fkey')) return 'gone' // the post was deleted meanwhile
    throw error
  }
}

async function findEarlier(db: Db, { postId, by, comment, key }: CommentToAdd) {
  if (!key) return null
  const row = await db
    .selectFrom('comments')
    .select(['postId', 'comment'])
    .where('authorId', '=', by.id)
    .where('key', '=', key)
    .executeTakeFirst()
  return compareWithStored(row, { postId, comment })
}
