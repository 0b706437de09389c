import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

import { useHasScript } from '#app/ui/use-has-script.ts'

import { type ListedPost, type PackedPosts, unpackPosts } from './packed-posts.ts'

export interface PostPage {
  posts: ListedPost[]
  /** The id before which the next page begins; null at the end of the list. */
  next: string | null
}

interface ArrivedPage {
  posts: PackedPosts
  ownIds: string[]
  next: string | null
}

interface List {
  firstPage: PostPage
  /** The address of the list. */
  path: string
  tab: string
}

/**
 * The posts of a list that grows page by page. The pages added so far are kept in the state of each history entry, of the
 * list and of the dialogs over it, so that Back and a reload show the list as long as it was.
 */
export function useMorePosts({ firstPage, path, tab }: List) {
  const { state, key } = useLocation() as { state: { added?: PostPage } | null; key: string }
  const [added, setAdded] = useState<PostPage>({ posts: [], next: firstPage.next })
  // Not before hydration: the server has rendered the first page alone.
  const hasScript = useHasScript()
  const [isRestored, setIsRestored] = useState(false)
  if (hasScript && !isRestored) {
    setIsRestored(true)
    if (state?.added) setAdded(state.added)
  }

  const fetcher = useFetcher<{ listing: ArrivedPage | null; hasFailed: boolean }>()
  const arrived = fetcher.data?.listing ?? null

  const [lastPage, setLastPage] = useState<typeof arrived>(null)
  if (arrived && arrived !== lastPage) {
    const known = new Set([...firstPage.posts, ...added.posts].map(({ id }) => id))
    const others = unpackPosts(arrived.posts, arrived.ownIds).filter(({ id }) => !known.has(id))
    setLastPage(arrived)
    setAdded({ posts: [...added.posts, ...others], next: arrived.next })
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
    /** Changes with each page that arrives. */
    lastPage,
  }
}

export type MorePosts = ReturnType<typeof useMorePosts>
