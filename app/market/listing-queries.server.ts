import type { RouterContextProvider } from 'react-router'

import { may } from '#app/access/role-rules.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { dbContext, searchDbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { findTab } from '#app/posts/browse-tabs.ts'
import { listNewest, listPosts } from '#app/posts/post-queries.server.ts'
import { searchPosts } from '#app/posts/search/search-posts.server.ts'
import { synonymsContext } from '#app/posts/search/synonyms-context.ts'
import { changesWith, shownSellers } from '#app/rendering/changes-with.ts'

const shelfMax = 6

export async function findFrontPage(context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext)
  changesWith(context, 'list:book', 'list:novel', 'list:note')
  const db = context.get(dbContext)
  const [books = [], novels = [], notes = []] = await listNewest(db, viewer, ['book', 'novel', 'note'], shelfMax)
  return {
    books,
    novels,
    notes,
    /** The idempotency key of the request form, which only students have: cached pages of visitors must contain no key. */
    requestKey: viewer && may(viewer.kind, 'request books') ? newIdempotencyKey() : null,
  }
}

/** The list of the tab that the URL names, if it names one. */
export async function findListing(context: Readonly<RouterContextProvider>, url: URL) {
  const tab = findTab(url.searchParams.get('tab'))
  if (!tab) return { tab: null, listing: null }
  const viewer = context.get(viewerContext)

  const name = url.searchParams.get('name')?.trim() ?? ''
  const stream = url.searchParams.get('stream') ?? ''
  if (tab.kind === 'book' && (name || stream)) {
    const { posts, sellerIds, isCut } = await searchPosts(
      context.get(searchDbContext),
      viewer,
      context.get(synonymsContext),
      { name, stream },
    )
    changesWith(context, 'list:book', ...shownSellers(sellerIds), 'words')
    return { tab: tab.name, listing: { posts, next: null, search: { name, stream, isCut } } }
  }

  const before = url.searchParams.get('before')
  const page = { kind: tab.kind, before: isId(before) ? before : null }
  const { posts, sellerIds, next } = await listPosts(context.get(dbContext), viewer, page)
  changesWith(context, `list:${tab.kind}`, ...shownSellers(sellerIds))
  return { tab: tab.name, listing: { posts, next, search: null } }
}
