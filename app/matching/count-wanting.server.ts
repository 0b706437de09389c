import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'

import { findWants } from './find-wants.server.ts'
import { countedMax } from './matching-rules.ts'
import { type Draft, readDraft } from './offered-posts.server.ts'

/** How many people would be told of this post if the viewer made it. */
export async function countWanting(db: Db, viewer: Viewer, synonyms: Synonyms, draft: Draft) {
  const post = await readDraft(db, synonyms, draft)
  if (post.title.parts.length === 0) return 0
  const wants = await findWants(db, synonyms, { ...post, sellerId: viewer.id }, { max: countedMax, only: 'requests' })
  return new Set(wants.map(({ accountId }) => accountId)).size
}
