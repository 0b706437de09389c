import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Form } from 'react-router'

import { Written } from '#app/platform/written.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Rows } from '#app/ui/rows.tsx'

import type { CardOf } from './post-card.tsx'
import type { MorePosts } from './use-more-posts.ts'

interface PostListProps {
  list: MorePosts
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

/** With script Load More adds to the list; without, it leads to the next page. */
export function PostList({
  list,
  thing,
  things,
  path,
  tab,
  growsByItself,
  cardOf,
  whenEmpty,
  whenFailed,
}: PostListProps) {
  const { posts, next, load, isLoading, hasFailed, lastPage } = list
  const loadWhenSeen = useEffectEvent((entries: IntersectionObserverEntry[]) => {
    // After a failure the next try is the person's.
    if (entries.some(({ isIntersecting }) => isIntersecting) && !isLoading && !hasFailed) load()
  })
  const rows = useRef<HTMLDivElement>(null)
  const firstAdded = useRef<number | null>(null)
  const end = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!growsByItself || next === null || !end.current) return undefined
    const watch = new IntersectionObserver((entries) => loadWhenSeen(entries), { rootMargin: '600px' })
    watch.observe(end.current) // anew after each page: its end may be in sight already
    return () => watch.disconnect()
  }, [growsByItself, next])

  // Load More pressed by a key: the focus goes on to the first post that it brought.
  useEffect(() => {
    if (!lastPage || firstAdded.current === null) return
    rows.current?.children[firstAdded.current]?.querySelector('button')?.focus()
    firstAdded.current = null
  }, [lastPage])

  if (posts.length === 0) {
    return (
      <EmptyState
        title={`No ${things} here yet`}
        text={`${things[0]!.toUpperCase()}${things.slice(1)} appear here as soon as a seller posts one.`}
        action={whenEmpty}
      />
    )
  }

  function press(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    firstAdded.current = document.activeElement?.matches(':focus-visible') ? posts.length : null
    load()
  }
  return (
    <>
      <Rows ref={rows}>
        <Written>{() => posts.map((post, n) => cardOf(post, { isFirst: n < 3 }))}</Written>
      </Rows>
      <div className="grid justify-items-center gap-2 py-6">
        <output className="text-sm text-ink-soft">
          {posts.length} {posts.length === 1 ? thing : things} shown{next === null && '. That is all for now.'}
        </output>
        {hasFailed && !isLoading && whenFailed}
        {next !== null && (
          <Form ref={end} method="get" action={path} onSubmit={press}>
            <input type="hidden" name="tab" value={tab} />
            <Button type="submit" variant="line" name="before" value={next} busy={isLoading}>
              {isLoading ? 'Loading...' : growsByItself ? `More ${things}` : 'Load More'}
            </Button>
          </Form>
        )}
      </div>
    </>
  )
}
