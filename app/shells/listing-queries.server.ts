import type { RouterContextProvider } from 'react-router'

import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { listPosts } from '#app/posts/post-queries.server.ts'
import { searchPosts } from '#app/posts/search-posts.server.ts'
import { findNamedPreview } from '#app/posts/preview-queries.server.ts'

import { browseTabs } from './browse-tabs.ts'

/** What the tab named in the address lists; nothing where it lists nothing. */
export async function findListing(context: Readonly<RouterContextProvider>, url: URL) {
  const tab = browseTabs.find(({ name }) => name === url.searchParams.get('tab'))
  if (!tab) return { tab: null, listing: null }
  const db = context.get(dbContext)
  const preview = await findNamedPreview(context, url)

  const name = url.searchParams.get('name')?.trim() ?? ''
  const stream = url.searchParams.get('stream') ?? ''
  if (tab.kind === 'book' && (name || stream)) {
    const { posts, isCut } = await searchPosts(db, { name, stream })
    return { tab: tab.name, listing: { posts, next: null, search: { name, stream, isCut }, preview } }
  }

  const before = url.searchParams.get('before')
  const page = await listPosts(db, { kind: tab.kind, before: isId(before) ? before : null })
  return { tab: tab.name, listing: { ...page, search: null, preview } }
}
