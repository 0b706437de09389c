import { replace, type RouterContextProvider } from 'react-router'

import { buyPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { dbContext, searchDbContext } from '#app/platform/context.ts'
import { findDealtPost } from '#app/posts/find-dealt-post.server.ts'
import { findSimilarPosts } from '#app/posts/page/post-details-queries.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { findPost } from '#app/posts/post-queries.server.ts'

import { findBuyerDetails } from './buyer-details-queries.server.ts'

type Context = Readonly<RouterContextProvider>

/** What the buyer sees before ordering a post. One's own is not bought but looked at. */
export async function findBuying(context: Context, id: string) {
  const buyer = signedInViewer(context)
  const db = context.get(dbContext)
  const post = await findDealtPost(context, { id, path: buyPath(id) })
  if (post.isOwn) throw replace(postPath(post))
  const [details, similar] = await Promise.all([
    findBuyerDetails(db, buyer),
    post.isSoldOut ? findSimilarPosts(context.get(searchDbContext), buyer, post) : [],
  ])
  return {
    post,
    /** What the form is filled in with. */
    details,
    /** In place of a sold-out post. */
    similar,
    /** The form's idempotency key, for browsers without script. */
    key: newIdempotencyKey(),
  }
}

export async function findSimilarTo(context: Context, id: string) {
  const buyer = signedInViewer(context)
  const post = await findPost(context.get(dbContext), buyer, id)
  return post ? findSimilarPosts(context.get(searchDbContext), buyer, post) : []
}
