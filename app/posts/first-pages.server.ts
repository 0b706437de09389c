import type { Db } from '#app/platform/db.server.ts'
import { keptMaxMs } from '#app/platform/page-changes.server.ts'

import { listPosts, type Which } from './post-queries.server.ts'

export type FindFirstPage = (which: Omit<Which, 'before'>) => ReturnType<typeof listPosts>

interface FirstPage {
  asOf: number
  at: number
  posts: ReturnType<typeof listPosts>
}

/** The first page of each list is the same for everyone: it is asked for once a change, not once a person. */
export function keepFirstPages(db: Db) {
  const kept = new Map<string, FirstPage>()
  return async (which: Parameters<FindFirstPage>[0], countChanges: () => Promise<number> | number) => {
    const name = `${which.max} of ${which.kind}`
    const asOf = await countChanges()
    const before = kept.get(name)
    if (before && before.asOf >= asOf && performance.now() - before.at < keptMaxMs) return before.posts

    const posts = listPosts(db, { ...which, before: null })
    kept.set(name, { asOf, at: performance.now(), posts })
    posts.catch(() => kept.delete(name))
    return posts
  }
}
