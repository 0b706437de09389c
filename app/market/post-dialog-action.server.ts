import { data, type RouterContextProvider } from 'react-router'

import { answerComment, type CommentAnswer } from '#app/comments/answer-comment.server.ts'
import { answerOrder, type OrderAnswer } from '#app/orders/answer-order.server.ts'

import { listQuery } from './post-dialog-address.ts'

export type PostDialogAnswer = OrderAnswer & CommentAnswer

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
    return answerOrder({ context, request, postId: boughtId, back, afterPurchaseUrl })
  }
  if (commentedId !== null) return answerComment({ context, request, postId: commentedId, back })
  throw data(null, 404)
}
