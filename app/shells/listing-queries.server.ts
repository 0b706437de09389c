import type { RouterContextProvider } from 'react-router'

import { isSellerContext, viewerContext } from '#app/accounts/viewer.ts'
import { dbContext, searchDbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { newIdempotencyKey } from '#app/platform/new-idempotency-key.ts'
import { firstPageContext } from '#app/posts/first-pages-context.ts'
import { ownIdsAmong } from '#app/posts/own-post-queries.server.ts'
import { idsOf, type PackedPosts } from '#app/posts/packed-posts.ts'
import { listPosts } from '#app/posts/post-queries.server.ts'
import { searchPosts } from '#app/posts/search-posts.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { findNamedPreview } from '#app/posts/preview-queries.server.ts'

import { browseTabs } from './browse-tabs.ts'
import { findOpened } from './opened-queries.server.ts'

/** What the home page shows of it all. */
export async function findFront(context: Readonly<RouterContextProvider>, url: URL) {
  const findFirstPage = context.get(firstPageContext)
  const onShelf = (kind: PostKind) => findFirstPage({ kind, max: 6 })
  const [novels, notes, preview, opened] = await Promise.all([
    onShelf('novel'),
    onShelf('note'),
    findNamedPreview(context, url),
    findOpened(context, url),
  ])
  const canRequest = context.get(viewerContext)?.kind === 'student'
  return {
    novels: novels.posts,
    notes: notes.posts,
    ownIds: await findOwnIds(context, novels.posts, notes.posts),
    preview,
    opened,
    /** Of the form with which students ask for a book. Others have none, and what is cached for visitors must hold no key. */
    requestKey: canRequest ? newIdempotencyKey() : null,
  }
}

/** What the tab named in the address lists; nothing where it lists nothing. */
export async function findListing(context: Readonly<RouterContextProvider>, url: URL) {
  const tab = browseTabs.find(({ name }) => name === url.searchParams.get('tab'))
  if (!tab) return { tab: null, listing: null }
  const [preview, opened] = await Promise.all([findNamedPreview(context, url), findOpened(context, url)])

  const name = url.searchParams.get('name')?.trim() ?? ''
  const stream = url.searchParams.get('stream') ?? ''
  if (tab.kind === 'book' && (name || stream)) {
    const { posts, isCut } = await searchPosts(context.get(searchDbContext), { name, stream })
    return {
      tab: tab.name,
      listing: {
        posts,
        ownIds: await findOwnIds(context, posts),
        next: null,
        search: { name, stream, isCut },
        preview,
        opened,
      },
    }
  }

  const before = url.searchParams.get('before')
  const { posts, next } = isId(before)
    ? await listPosts(context.get(dbContext), { kind: tab.kind, before })
    : await context.get(firstPageContext)({ kind: tab.kind })
  const ownIds = await findOwnIds(context, posts)
  return { tab: tab.name, listing: { posts, ownIds, next, search: null, preview, opened } }
}

/** Which of these posts the viewer sells: only sellers are asked for. */
async function findOwnIds(context: Readonly<RouterContextProvider>, ...lists: PackedPosts[]) {
  const viewer = context.get(viewerContext)
  if (!viewer || !context.get(isSellerContext)) return []
  return ownIdsAmong(context.get(dbContext), viewer, lists.flatMap(idsOf))
}
