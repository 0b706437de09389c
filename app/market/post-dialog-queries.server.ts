import { data, redirect, type RouterContextProvider } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { listComments } from '#app/comments/comment-queries.server.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { mayDealIn } from '#app/posts/deal-rules.ts'
import { findPost } from '#app/posts/post-queries.server.ts'

/** Data of the dialog that the URL opens. Redirects visitors to log in, and stores if it is about a course. */
export async function findDialogData(
  context: Readonly<RouterContextProvider>,
  { pathname, search, searchParams }: URL,
) {
  const id = searchParams.get('comment')
  if (id === null) return null
  const toLogIn = redirect(logInPath(pathname + search))
  const viewer = context.get(viewerContext)
  if (!viewer) throw toLogIn

  const db = context.get(dbContext)
  const post = isId(id) ? await findPost(db, viewer, id) : undefined
  if (!post) throw data(null, 404)
  if (!mayDealIn(viewer.kind, post.kind)) throw toLogIn
  return {
    post,
    comments: await listComments(db, viewer, post.id),
    /** The idempotency key of the dialog's form. */
    key: newIdempotencyKey(),
  }
}
