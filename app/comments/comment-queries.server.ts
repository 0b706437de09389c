import { createHmac } from 'node:crypto'

import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findSecret } from '#app/platform/secrets.server.ts'

const listedMax = 100

/** The newest comments on a post. Their authors are masked, except for the seller. */
export async function listComments(db: Db, postId: string) {
  if (!isId(postId)) return []
  const rows = await db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.postId')
    .innerJoin('accounts', 'accounts.id', 'posts.sellerId')
    .select(['comments.id', 'comment', 'comments.createdAt', 'authorId', 'sellerId', 'accounts.name as sellerName'])
    .where('postId', '=', postId)
    .orderBy('comments.id', 'desc')
    .limit(listedMax)
    .execute()
  if (rows.length === 0) return []
  const secret = await findMaskSecret(db)
  return rows.map(({ authorId, sellerId, sellerName, ...row }) => {
    const isSeller = authorId === sellerId
    return { ...row, isSeller, by: isSeller ? sellerName : masked(authorId, secret) }
  })
}

export type ListedComment = Awaited<ReturnType<typeof listComments>>[number]

/** The key of the masks. Created at start, so that loading a page never writes. */
export const findMaskSecret = (db: Db) => findSecret(db, 'commenters')

/**
 * Looks like the first 8 characters of an id, then asterisks; the same for a person on all posts. It is a keyed hash: the
 * real first characters are a timestamp, which would reveal when the person signed up, and which is the same for all who
 * did so within a minute.
 */
const masked = (id: string, secret: Buffer) =>
  createHmac('sha256', secret).update(id).digest('hex').slice(0, 8).padEnd(id.length, '*')
