import { bookRequestTexts } from '#app/book-requests/book-request-texts.ts'
import { commentTexts } from '#app/comments/comment-texts.ts'
import { orderTexts } from '#app/orders/order-texts.ts'

/** The parts of an address that open something over a list, or say what was done there. */
export const dealParts = ['index', 'buy', 'comment', 'preview', 'pdf', 'bought', 'commented']

/** The rest of it: what is listed. */
export function listQuery(search: string) {
  const query = new URLSearchParams(search)
  for (const part of dealParts) query.delete(part)
  return query
}

/** What is said when what was sent did not arrive. */
export function dealFailed({ url }: Request) {
  const query = new URL(url).searchParams
  if (query.has('request')) return bookRequestTexts.failed
  return query.has('buy') ? orderTexts.failed : commentTexts.failed
}
