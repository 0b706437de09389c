import { data, type RouterContextProvider } from 'react-router'

import { answerComment } from '#app/comments/answer-comment.server.ts'

interface DialogRequest {
  context: Readonly<RouterContextProvider>
  request: Request
  url: URL
}

/** The action of the dialog of Comment, on the home page and in the marketplace. */
export function postDialogAction({ context, request, url: { pathname, search, searchParams } }: DialogRequest) {
  const postId = searchParams.get('comment')
  if (postId === null) throw data(null, 404)
  return answerComment({ context, request, postId, back: pathname + search })
}
