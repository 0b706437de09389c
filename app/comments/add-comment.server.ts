import type { Viewer } from '#app/accounts/account-rules.ts'
import { type Db, isForeignKeyViolation } from '#app/platform/db.server.ts'
import { type ChargeLimit, compareSent, noLimit } from '#app/platform/idempotency.server.ts'
import { isId, newId } from '#app/platform/ids.server.ts'

interface Said {
  postId: string
  by: Viewer
  comment: string
  key?: string | null
}

/** Under courses only students speak. A key that the author used already adds nothing. */
export async function addComment(db: Db, said: Said, chargeLimit: ChargeLimit = noLimit) {
  const { postId, by, comment, key = null } = said
  const sent = await findSent(db, said)
  if (sent) return sent
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  const post = isId(postId)
    ? await db.selectFrom('posts').select('kind').where('id', '=', postId).executeTakeFirst()
    : undefined
  if (!post) return 'gone'
  if (post.kind === 'course' && by.kind === 'store') return 'not for stores'
  const who = { studentId: by.kind === 'student' ? by.id : null, storeId: by.kind === 'store' ? by.id : null }
  try {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('comments')
      .values({ id: newId(), postId, comment, key, ...who })
      .onConflict((conflict) =>
        conflict.columns(['studentId', 'storeId', 'key']).where('key', 'is not', null).doNothing(),
      )
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n ? 'added' : ((await findSent(db, said)) ?? 'gone') // sent twice at once
  } catch (error) {
    if (isForeignKeyViolation(error, 'comments_post_id_fkey')) return 'gone' // deleted just now
    throw error
  }
}

async function findSent(db: Db, { postId, by, comment, key }: Said) {
  if (!key) return null
  const row = await db
    .selectFrom('comments')
    .select(['postId', 'comment'])
    .where(by.kind === 'student' ? 'studentId' : 'storeId', '=', by.id)
    .where('key', '=', key)
    .executeTakeFirst()
  return compareSent(row, { postId, comment })
}
