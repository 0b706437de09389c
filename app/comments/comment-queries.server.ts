import { createHmac } from 'node:crypto'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findSecret } from '#app/platform/secrets.server.ts'

const listedMax = 100
const answersMax = 500

/** The newest comments on a post, each with its answers. Their authors are masked, except for the seller. */
export async function listComments(db: Db, viewer: Pick<Viewer, 'id'> | null, postId: string) {
  if (!isId(postId)) return []
  const questions = await selectComments(db)
    .where('postId', '=', postId)
    .where('answerTo', 'is', null)
    .orderBy('comments.id', 'desc')
    .limit(listedMax)
    .execute()
  if (questions.length === 0) return []
  const ids = questions.map(({ id }) => id)
  const answers = await selectComments(db)
    .where('answerTo', 'in', ids)
    .orderBy('comments.id')
    .limit(answersMax)
    .execute()
  const secret = await findMaskSecret(db)
  const listed = ({ id, comment, createdAt, authorId, sellerId, sellerName }: (typeof questions)[number]) => {
    const isSeller = authorId === sellerId
    const by = isSeller ? sellerName : masked(authorId, secret)
    return { id, comment, createdAt, isSeller, isOwn: authorId === viewer?.id, by }
  }
  return questions.map((question) => ({
    ...listed(question),
    mayAnswer: question.sellerId === viewer?.id,
    answers: answers.filter(({ answerTo }) => answerTo === question.id).map(listed),
  }))
}

const selectComments = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.postId')
    .innerJoin('accounts', 'accounts.id', 'posts.sellerId')
    .select(['comments.id', 'comment', 'answerTo', 'comments.createdAt', 'authorId', 'sellerId'])
    .select('accounts.name as sellerName')

export type ListedComment = Awaited<ReturnType<typeof listComments>>[number]
export type ListedAnswer = ListedComment['answers'][number]

/** The key of the masks. Created at start, so that loading a page never writes. */
export const findMaskSecret = (db: Db) => findSecret(db, 'commenters')

/**
 * Looks like the first 8 characters of an id, then asterisks; the same for a person on all posts. It is a keyed hash: the
 * real first characters are a timestamp, which would reveal when the person signed up, and which is the same for all who
 * did so within a minute.
 */
const masked = (id: string, secret: Buffer) =>
  createHmac('sha256', secret).update(id).digest('hex').slice(0, 8).padEnd(id.length, '*')
