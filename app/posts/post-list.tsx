import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Rows } from '#app/ui/rows.tsx'

import type { RenderCard } from './post-card.tsx'
import type { ListItem, MorePosts } from './use-more-posts.ts'

interface PostListProps<Item extends ListItem> {
  list: MorePosts<Item>
  /** Names of the posts, as in `browseTabs`. */
  singular: string
  plural: string
  /** The path of the list's page. */
  path: string
  tab?: string
  /** Whether scrolling loads more, instead of Load More. */
  loadsOnScroll: boolean
  renderCard: RenderCard<Item>
  /** The action to offer if the list is empty. */
  whenEmpty?: ReactNode
  /** Shown if loading more has failed. */
  whenFailed?: ReactNode
}

/** With JavaScript Load More adds to the list; without, it opens the next page. */
export function PostList<Item extends ListItem>({
  list,
  singular,
  plural,
  path,
  tab,
  loadsOnScroll,
  renderCard,
  whenEmpty,
  whenFailed,
}: PostListProps<Item>) {
  const { posts, next, load, isLoading, hasFailed, lastPage } = list
  const loadWhenSeen = useEffectEvent((entries: IntersectionObserverEntry[]) => {
    // After a failure only the person retries.
    if (entries.some(({ isIntersecting }) => isIntersecting) && !isLoading && !hasFailed) load()
  })
  const rows = useRef<HTMLDivElement>(null)
  const firstAdded = useRef<number | null>(null)
  const end = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!loadsOnScroll || next === null || !end.current) return undefined
    const observer = new IntersectionObserver((entries) => loadWhenSeen(entries), { rootMargin: '600px' })
    observer.observe(end.current) // observed again after each page, as the end may still be visible
    return () => observer.disconnect()
  }, [loadsOnScroll, next])

  // If Load More was pressed by keyboard, moves the focus to the first post that was added.
  useEffect(() => {
    if (!lastPage || firstAdded.current === null) return
    rows.current?.children[firstAdded.current]?.querySelector<HTMLElement>('h2 a')?.focus()
    firstAdded.current = null
  }, [lastPage])

  if (posts.length === 0) {
    return (
      <EmptyState
        title={`No ${plural} here yet`}
        text={`${plural[0]!.toUpperCase()}${plural.slice(1)} appear here as soon as a seller posts one.`}
        action={whenEmpty}
      />
    )
  }

  function loadMore(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    firstAdded.current = document.activeElement?.matches(':focus-visible') ? posts.length : null
    load()
  }
  return (
    <>
      <Rows ref={rows}>{posts.map((post, n) => renderCard(post, { isFirst: n < 3, hasLabel: false }))}</Rows>
      <div className="grid justify-items-center gap-2 py-6">
        <output className="text-sm text-ink-soft">
          {posts.length} {posts.length === 1 ? singular : plural} shown{next === null && '. That is all for now.'}
        </output>
        {hasFailed && !isLoading && whenFailed}
        {next !== null && (
          <Form ref={end} method="get" action={path} onSubmit={loadMore}>
            {tab && <input type="hidden" name="tab" value={tab} />}
            <Button type="submit" variant="line" name="before" value={next} busy={isLoading}>
              {isLoading ? 'Loading...' : loadsOnScroll ? `More ${plural}` : 'Load More'}
            </Button>
          </Form>
        )}
      </div>
    </>
  )
}
