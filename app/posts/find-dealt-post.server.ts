import { redirect, replace, type RouterContextProvider } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'

import { mayDealIn } from './deal-rules.ts'
import { findPost } from './post-queries.server.ts'

interface Dealt {
  id: string
  /** Where the post is bought or commented on: who may not deal in it logs in as somebody else. */
  path: string
}

/** The post that somebody is about to buy or to comment on. One that is gone has a page that says so. */
export async function findDealtPost(context: Readonly<RouterContextProvider>, { id, path }: Dealt) {
  const viewer = signedInViewer(context)
  const post = isId(id) ? await findPost(context.get(dbContext), viewer, id) : undefined
  if (!post) throw replace(`/posts/${encodeURIComponent(id)}`)
  if (!mayDealIn(viewer.kind, post.kind)) throw redirect(logInPath(path))
  return post
}
