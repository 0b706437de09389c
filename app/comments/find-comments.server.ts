import type { RouterContextProvider } from 'react-router'

import { commentsPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { dbContext } from '#app/platform/context.ts'
import { findDealtPost } from '#app/posts/find-dealt-post.server.ts'

import { listComments } from './comment-queries.server.ts'

export type FoundComments = Awaited<ReturnType<typeof findComments>>

/** @param from The comment or answer with which the list begins; null: the newest. */
export async function findComments(context: Readonly<RouterContextProvider>, id: string, from: string | null) {
  const post = await findDealtPost(context, { id, path: commentsPath(id) })
  const comments = await listComments(context.get(dbContext), signedInViewer(context), post.id, from)
  return {
    post,
    comments,
    /** The form's idempotency key, for browsers without script. */
    key: newIdempotencyKey(),
  }
}
