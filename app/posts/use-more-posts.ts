import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

import { useHasScript } from '#app/ui/use-has-script.ts'

import type { ListedPost } from './post-queries.server.ts'
import { useSavedMarks } from './saved-marks.ts'

/** A post, or what a list shows in its place. */
export interface ListItem {
  id: string
  isSaved: boolean
}

export interface PostPage<Item extends ListItem = ListedPost> {
  posts: Item[]
  /** The id before which the next page begins; null at the end of the list. */
  next: string | null
}

interface List<Item extends ListItem> {
  firstPage: PostPage<Item>
  /** The path of the list's page. */
  path: string
  tab?: string
}

/**
 * A list that grows page by page. The added pages are kept in the state of each history entry, of the list and of the
 * dialogs over it, so that Back and a reload restore the whole list.
 */
export function useMorePosts<Item extends ListItem>({ firstPage, path, tab }: List<Item>) {
  const { state, key } = useLocation() as { state: { added?: PostPage<Item> } | null; key: string }
  const [added, setAdded] = useState<PostPage<Item>>({ posts: [], next: firstPage.next })
  // Restored after hydration, as the server has rendered only the first page.
  const hasScript = useHasScript()
  const [isRestored, setIsRestored] = useState(false)
  if (hasScript && !isRestored) {
    setIsRestored(true)
    if (state?.added) setAdded(state.added)
  }

  const fetcher = useFetcher<{ listing: PostPage<Item> | null } | null>()
  const fetched = fetcher.data?.listing ?? null

  const [lastPage, setLastPage] = useState<typeof fetched>(null)
  if (fetched && fetched !== lastPage) {
    const known = new Set([...firstPage.posts, ...added.posts].map(({ id }) => id))
    const newPosts = fetched.posts.filter(({ id }) => !known.has(id))
    setLastPage(fetched)
    setAdded({ posts: [...added.posts, ...newPosts], next: fetched.next })
  }
  const marks = useSavedMarks()
  useEffect(() => {
    const entry = window.history.state
    const isEntryOfLocation = (entry?.key ?? 'default') === key
    if (added.posts.length === 0 || !isEntryOfLocation) return
    const posts = added.posts.map((post) => ({ ...post, isSaved: marks.get(post.id) ?? post.isSaved }))
    window.history.replaceState({ ...entry, usr: { ...entry.usr, added: { ...added, posts } } }, '')
  }, [key, added, marks])

  // If a post of the first page is gone since, the page has one of those that were added after it.
  const first = new Set(firstPage.posts.map(({ id }) => id))
  return {
    posts: [...firstPage.posts, ...added.posts.filter(({ id }) => !first.has(id))],
    next: added.next,
    load: () =>
      void fetcher.load(`${path}?${path === '/' ? 'index&' : ''}${tab ? `tab=${tab}&` : ''}before=${added.next}`),
    isLoading: fetcher.state !== 'idle',
    hasFailed: fetcher.data === null,
    /** The page that was fetched last. */
    lastPage,
  }
}

export type MorePosts<Item extends ListItem = ListedPost> = ReturnType<typeof useMorePosts<Item>>
