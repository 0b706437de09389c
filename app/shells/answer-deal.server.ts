import { data, type RouterContextProvider } from 'react-router'

import { answerComment, type CommentAnswer } from '#app/comments/answer-comment.server.ts'
import { answerOrder, type OrderAnswer } from '#app/orders/answer-order.server.ts'

import { listQuery } from './deal-address.ts'

export type DealAnswer = OrderAnswer & CommentAnswer

interface Deal {
  context: Readonly<RouterContextProvider>
  request: Request
  url: URL
}

/** What is sent from a dialog over a list, on the home page and in the marketplace. */
export async function answerDeal({ context, request, url }: Deal) {
  const { pathname, search, searchParams } = url
  const [bought, commented] = [searchParams.get('buy'), searchParams.get('comment')]
  const back = pathname + search
  if (bought !== null) {
    const goOn = (kind: string) => `${pathname}?${new URLSearchParams([...listQuery(search), ['bought', kind]])}`
    return answerOrder({ context, request, postId: bought, back, bought: goOn })
  }
  if (commented !== null) return answerComment({ context, request, postId: commented, back })
  throw data(null, 404)
}
