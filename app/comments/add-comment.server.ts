import type { Viewer } from '#app/accounts/account-rules.ts'
import { type Db, isForeignKeyViolation } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/ids.server.ts'

interface Said {
  postId: string
  by: Viewer
  comment: string
}

/** Under courses only students speak. */
export async function addComment(db: Db, { postId, by, comment }: Said) {
  const post = isId(postId)
    ? await db.selectFrom('posts').select('kind').where('id', '=', postId).executeTakeFirst()
    : undefined
  if (!post) return 'gone'
  if (post.kind === 'course' && by.kind === 'store') return 'not for stores'
  const who = { studentId: by.kind === 'student' ? by.id : null, storeId: by.kind === 'store' ? by.id : null }
  try {
    await db
      .insertInto('comments')
      .values({ id: newId(), postId, comment, ...who })
      .execute()
    return 'added'
  } catch (error) {
    if (isForeignKeyViolation(error, 'comments_post_id_fkey')) return 'gone' // deleted just now
    throw error
  }
}
