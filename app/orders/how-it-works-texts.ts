import { hasPdfs } from '#app/posts/has-pdfs.ts'
import type { PostKind } from '#app/posts/post-rules.ts'

import { hoursUntilExpired } from './order-rules.ts'

/** What happens after Place Order, step by step. */
export function stepsOf(kind: PostKind, isFree: boolean) {
  if (!hasPdfs(kind)) {
    const days = hoursUntilExpired('copy', 'placed') / 24
    return ['Nothing to pay now', `The seller answers within ${days} days`, 'Meet, look at the book, pay then']
  }
  if (isFree) return ['Nothing to pay', 'The PDF is with your purchases at once']
  const days = hoursUntilExpired('file', 'placed') / 24
  return [
    'The order says how to pay the seller',
    `Pay within ${days} days, and say so in the order`,
    'The seller confirms it, and the PDF is with your purchases',
  ]
}
