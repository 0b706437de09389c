import { data, type RouterContextProvider } from 'react-router'

import { viewerContext } from '#app/access/viewer.ts'
import { answerComment, type CommentAnswer } from '#app/comments/answer-comment.server.ts'
import { answerOrder, type OrderAnswer } from '#app/orders/answer-order.server.ts'
import { dbContext, searchDbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findSimilarPosts } from '#app/posts/page/post-details-queries.server.ts'
import { findPost, type ListedPost } from '#app/posts/post-queries.server.ts'

import { listQuery } from './post-dialog-address.ts'

/** The post was sold out when the order came; with posts that can be bought instead. */
interface SoldOutAnswer {
  soldOut?: { post: ListedPost; similar: ListedPost[] }
}

export type PostDialogAnswer = OrderAnswer & CommentAnswer & SoldOutAnswer

interface DialogRequest {
  context: Readonly<RouterContextProvider>
  request: Request
  url: URL
}

/** The action of the dialogs of Buy and Comment, on the home page and in the marketplace. */
export async function postDialogAction({ context, request, url }: DialogRequest) {
  const { pathname, search, searchParams } = url
  const [boughtId, commentedId] = [searchParams.get('buy'), searchParams.get('comment')]
  const back = pathname + search
  if (boughtId !== null) {
    const afterPurchaseUrl = (kind: string) =>
      `${pathname}?${new URLSearchParams([...listQuery(search), ['bought', kind]])}`
    const refusal = await answerOrder({ context, request, postId: boughtId, back, afterPurchaseUrl })
    return data({ ...refusal.data, ...(await findSoldOut(context, boughtId)) }, refusal.init ?? undefined)
  }
  if (commentedId !== null) return answerComment({ context, request, postId: commentedId, back })
  throw data(null, 404)
}

/** What to answer besides, if the post of a refused order is sold out. */
async function findSoldOut(context: DialogRequest['context'], postId: string): Promise<SoldOutAnswer> {
  const viewer = context.get(viewerContext)
  const post = isId(postId) ? await findPost(context.get(dbContext), viewer, postId) : undefined
  if (!post?.isSoldOut) return {}
  return { soldOut: { post, similar: await findSimilarPosts(context.get(searchDbContext), viewer, post) } }
}
