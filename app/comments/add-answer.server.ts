import { type ChargeLimit, noLimit } from '#app/forms/idempotency.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

import { addComment, type CommentToAdd } from './add-comment.server.ts'

interface AnswerToAdd extends CommentToAdd {
  /** The id of the comment that is answered. */
  answerTo: string
}

/** Only the seller answers, and no answer is answered. */
export async function addAnswer(db: Db, answer: AnswerToAdd, chargeLimit: ChargeLimit = noLimit) {
  const { by, postId, answerTo } = answer
  const question = isId(postId) && isId(answerTo) ? await findQuestion(db, postId, answerTo) : undefined
  if (!question) return 'question gone'
  if (by.id !== question.sellerId) return 'not the seller'
  return addComment(db, { ...answer, askedBy: question.authorId }, chargeLimit)
}

const findQuestion = (db: Db, postId: string, id: string) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.postId')
    .select(['posts.sellerId', 'comments.authorId'])
    .where('comments.id', '=', id)
    .where('comments.postId', '=', postId)
    .where('comments.answerTo', 'is', null)
    .executeTakeFirst()
