import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useFetcher, useLocation } from 'react-router'

import { Written } from '#app/platform/written.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Rows } from '#app/ui/rows.tsx'

import type { CardOf } from './post-card.tsx'
import { type ListedPost, type PackedPosts, unpackPosts } from './packed-posts.ts'

interface Page {
  posts: ListedPost[]
  /** The id at which the next page begins; null at the end of the list. */
  next: string | null
}

interface PostListProps {
  page: Page
  /** What is listed: one of it, and all. */
  thing: string
  things: string
  /** The address of the list. */
  path: string
  tab: string
  /** Whether more arrives as one scrolls, instead of by Load More. */
  growsByItself: boolean
  cardOf: CardOf
  /** What one can do where nothing is listed. */
  whenEmpty?: ReactNode
  /** What is said when more did not arrive. */
  whenFailed?: ReactNode
}

/**
 * With script Load More adds to the list; without, it leads to the next page. What was added is kept in the history's
 * entry, so that Back finds the list as it was left.
 */
export function PostList({
  page,
  thing,
  things,
  path,
  tab,
  growsByItself,
  cardOf,
  whenEmpty,
  whenFailed,
}: PostListProps) {
  const { state } = useLocation() as { state: { added?: Page } | null }
  const [added, setAdded] = useState<Page>(state?.added ?? { posts: [], next: page.next })
  const fetcher = useFetcher<{ listing: { posts: PackedPosts; next: string | null } | null; hasFailed: boolean }>()
  const arrived = fetcher.data?.listing ?? null
  const isLoading = fetcher.state !== 'idle'
  const hasFailed = fetcher.data?.hasFailed === true
  const load = () => void fetcher.load(`${path}?${path === '/' ? 'index&' : ''}tab=${tab}&before=${added.next}`)

  const loadWhenSeen = useEffectEvent((entries: IntersectionObserverEntry[]) => {
    // After a failure the next try is the person's.
    if (entries.some(({ isIntersecting }) => isIntersecting) && !isLoading && !hasFailed) load()
  })
  const list = useRef<HTMLDivElement>(null)
  const firstAdded = useRef<number | null>(null)
  const end = useRef<HTMLFormElement>(null)
  const { next } = added
  useEffect(() => {
    if (!growsByItself || next === null || !end.current) return undefined
    const watch = new IntersectionObserver((entries) => loadWhenSeen(entries), { rootMargin: '600px' })
    watch.observe(end.current) // anew after each page: its end may be in sight already
    return () => watch.disconnect()
  }, [growsByItself, next])

  const [seen, setSeen] = useState<typeof arrived>(null)
  if (arrived && arrived !== seen) {
    const known = new Set([...page.posts, ...added.posts].map(({ id }) => id))
    const others = unpackPosts(arrived.posts).filter(({ id }) => !known.has(id))
    setSeen(arrived)
    setAdded({ posts: [...added.posts, ...others], next: arrived.next })
  }
  useEffect(() => {
    if (seen) window.history.replaceState({ ...window.history.state, usr: { added } }, '')
  }, [seen, added])
  // Who pressed Load More by a key goes on with what it brought.
  useEffect(() => {
    if (!seen || firstAdded.current === null) return
    list.current?.children[firstAdded.current]?.querySelector('button')?.focus()
    firstAdded.current = null
  }, [seen])

  if (page.posts.length === 0) {
    return (
      <EmptyState
        title={`No ${things} here yet`}
        text={`${things[0]!.toUpperCase()}${things.slice(1)} appear here as soon as a seller posts one.`}
        action={whenEmpty}
      />
    )
  }

  const posts = [...page.posts, ...added.posts]
  function press(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    firstAdded.current = document.activeElement?.matches(':focus-visible') ? posts.length : null
    load()
  }
  return (
    <>
      <Rows ref={list}>
        <Written>{() => posts.map((post, n) => cardOf(post, { isFirst: n < 3 }))}</Written>
      </Rows>
      <div className="grid justify-items-center gap-2 py-6">
        <output className="text-sm text-ink-soft">
          {posts.length} {posts.length === 1 ? thing : things} shown{added.next === null && '. That is all for now.'}
        </output>
        {hasFailed && !isLoading && whenFailed}
        {added.next !== null && (
          <Form ref={end} method="get" action={path} onSubmit={press}>
            <input type="hidden" name="tab" value={tab} />
            <Button type="submit" variant="line" name="before" value={added.next} busy={isLoading}>
              {isLoading ? 'Loading...' : growsByItself ? `More ${things}` : 'Load More'}
            </Button>
          </Form>
        )}
      </div>
    </>
  )
}
