import { data, redirect, type RouterContextProvider } from 'react-router'

import { viewerContext } from '#app/accounts/viewer.ts'
import { listComments } from '#app/comments/comment-queries.server.ts'
import { findBuyerDetails } from '#app/orders/buyer-details-queries.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { newIdempotencyKey } from '#app/platform/new-idempotency-key.ts'
import { findPost } from '#app/posts/post-queries.server.ts'

/** What the address opens over a list. Who is not signed in logs in first; on courses that is a store, too. */
export async function findOpened(context: Readonly<RouterContextProvider>, { pathname, search, searchParams }: URL) {
  const [buy, comment] = [searchParams.get('buy'), searchParams.get('comment')]
  const id = buy ?? comment
  if (id === null) return null
  const toLogIn = redirect(`/login?to=${encodeURIComponent(pathname + search)}`)
  const viewer = context.get(viewerContext)
  if (!viewer) throw toLogIn

  const db = context.get(dbContext)
  const post = isId(id) ? await findPost(db, id) : undefined
  if (!post) throw data(null, 404)
  if (viewer.kind === 'store' && post.kind === 'course') throw toLogIn
  return {
    post,
    comments: buy === null ? await listComments(db, post.id) : null,
    /** The idempotency key of the dialog's form. */
    key: newIdempotencyKey(),
    buyerDetails: buy === null ? null : await findBuyerDetails(db, viewer),
  }
}
