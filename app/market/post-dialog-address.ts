import { bookRequestTexts } from '#app/book-requests/book-request-texts.ts'
import { commentTexts } from '#app/comments/comment-texts.ts'

/** Query parameters that open a dialog over a list or a post's page, name a form, or report what was done. */
export const postDialogParams = [
  'index',
  'comment',
  'ask',
  'preview',
  'pdf',
  'picture',
  'share',
  'commented',
  'refused',
]

/** The other parameters, which determine the list. */
export function listQuery(search: string) {
  const query = new URLSearchParams(search)
  for (const name of postDialogParams) query.delete(name)
  return query
}

/** The text for a submission that failed. */
export function postDialogFailed({ url }: Request) {
  return new URL(url).searchParams.has('request') ? bookRequestTexts.failed : commentTexts.failed
}
