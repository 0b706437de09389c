import { commentPath } from '#app/access/comment-path.ts'
import type { AccountKind } from '#app/access/role-rules.ts'
import { helpPath, myPostsPath, ordersPath, profilePath, purchasesPath, securityPath } from '#app/access/paths.ts'

import { type NoticeEvent, noticeEvents } from './notice-rules.ts'

interface LinkedNotice {
  event: NoticeEvent
  orderId: string | null
  postId: string | null
  commentId: string | null
  side: 'buyer' | 'seller' | null
  ticketNumber: number | null
}

/** Where a notice leads, for an account of this kind. */
export function noticePath({ event, orderId, postId, commentId, side, ticketNumber }: LinkedNotice, kind: AccountKind) {
  if (isOfOrder(event)) return `${side === 'buyer' ? purchasesPath : ordersPath[kind]}?first=${orderId}`
  switch (event) {
    case 'request matched':
    case 'search matched':
      return `/posts/${postId}`
    case 'comment':
    case 'answer':
      return commentPath(`/posts/${postId}`, commentId!)
    case 'ticket opened':
    case 'ticket answered':
    case 'ticket ended':
      return `${helpPath}?ticket=${ticketNumber}`
    case 'post hidden':
    case 'post shown':
    case 'post removed':
    case 'suspension ended':
      return myPostsPath[kind]
    case 'comment hidden':
    case 'warning':
      return helpPath
    case 'e-mail changed':
    case 'phone changed':
    case 'UPI address changed':
      return profilePath[kind]
    case 'new log-in':
    case 'password changed':
      return securityPath
    case 'account suspended':
    case 'account deleted':
    case 'confirm e-mail':
    case 'password asked':
    case 'password link':
      return '/'
  }
}

type OrderEvent = { [Event in NoticeEvent]: (typeof noticeEvents)[Event] extends 'orders' ? Event : never }[NoticeEvent]

export const isOfOrder = (event: NoticeEvent): event is OrderEvent => noticeEvents[event] === 'orders'
