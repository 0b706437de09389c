import type { RouterContextProvider } from 'react-router'

import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { listPosts } from '#app/posts/post-queries.server.ts'

import { browseTabs } from './browse-tabs.ts'

/** What the tab named in the address lists; nothing where it lists nothing. */
export async function findListing(context: Readonly<RouterContextProvider>, url: URL) {
  const tab = browseTabs.find(({ name }) => name === url.searchParams.get('tab'))
  if (!tab) return { tab: null, listing: null }
  const before = url.searchParams.get('before')
  return {
    tab: tab.name,
    listing: await listPosts(context.get(dbContext), { kind: tab.kind, before: isId(before) ? before : null }),
  }
}
