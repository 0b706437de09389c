import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findPosts } from '#app/posts/post-queries.server.ts'
import { payablePaise } from '#app/posts/prices.ts'

const pageSize = 12

/** The posts that the viewer saved, the last saved first. A post that is gone is as it was when it was saved. */
export async function listSaved(db: Db, viewer: Viewer, before: string | null) {
  let query = db
    .selectFrom('savedPosts')
    .select(['id', 'postId', 'kind', 'name', 'pricePaise'])
    .where('accountId', '=', viewer.id)
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (isId(before)) query = query.where('id', '<', before)
  const found = await query.execute()
  const rows = found.slice(0, pageSize)

  const ids = rows.map(({ postId }) => postId)
  const byId = new Map((await findPosts(db, viewer, ids)).map((post) => [post.id, post]))
  const posts = rows.map(({ postId, kind, name, pricePaise }) => {
    const post = byId.get(postId) ?? null
    return {
      id: postId,
      isSaved: true,
      /** Null if it is gone. */
      post,
      atSaving: { id: postId, kind, name, pricePaise },
      /** By how much it is cheaper than when it was saved; 0 if it is not. */
      cheaperPaise: post ? Math.max(0, pricePaise - payablePaise(post)) : 0,
    }
  })
  return { posts, next: found.length > pageSize ? rows.at(-1)!.id : null }
}

export type SavedPost = Awaited<ReturnType<typeof listSaved>>['posts'][number]
