import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

import { useHasScript } from '#app/ui/use-has-script.ts'

import type { ListedPost } from './post-queries.server.ts'

export interface PostPage {
  posts: ListedPost[]
  /** The id before which the next page begins; null at the end of the list. */
  next: string | null
}

interface List {
  firstPage: PostPage
  /** The path of the list's page. */
  path: string
  tab: string
}

/**
 * A list that grows page by page. The added pages are kept in the state of each history entry, of the list and of the
 * dialogs over it, so that Back and a reload restore the whole list.
 */
export function useMorePosts({ firstPage, path, tab }: List) {
  const { state, key } = useLocation() as { state: { added?: PostPage } | null; key: string }
  const [added, setAdded] = useState<PostPage>({ posts: [], next: firstPage.next })
  // Restored after hydration, as the server has rendered only the first page.
  const hasScript = useHasScript()
  const [isRestored, setIsRestored] = useState(false)
  if (hasScript && !isRestored) {
    setIsRestored(true)
    if (state?.added) setAdded(state.added)
  }

  const fetcher = useFetcher<{ listing: PostPage | null; hasFailed: boolean }>()
  const fetched = fetcher.data?.listing ?? null

  const [lastPage, setLastPage] = useState<typeof fetched>(null)
  if (fetched && fetched !== lastPage) {
    const known = new Set([...firstPage.posts, ...added.posts].map(({ id }) => id))
    const newPosts = fetched.posts.filter(({ id }) => !known.has(id))
    setLastPage(fetched)
    setAdded({ posts: [...added.posts, ...newPosts], next: fetched.next })
  }
  useEffect(() => {
    const entry = window.history.state
    const isEntryOfLocation = (entry?.key ?? 'default') === key
    if (added.posts.length === 0 || !isEntryOfLocation) return
    window.history.replaceState({ ...entry, usr: { ...entry.usr, added } }, '')
  }, [key, added])

  return {
    posts: [...firstPage.posts, ...added.posts],
    next: added.next,
    load: () => void fetcher.load(`${path}?${path === '/' ? 'index&' : ''}tab=${tab}&before=${added.next}`),
    isLoading: fetcher.state !== 'idle',
    hasFailed: fetcher.data?.hasFailed === true,
    /** The page that was fetched last. */
    lastPage,
  }
}

export type MorePosts = ReturnType<typeof useMorePosts>
