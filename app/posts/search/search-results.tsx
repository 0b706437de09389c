import type { ReactNode } from 'react'

import type { RenderCard } from '#app/posts/post-card.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Rows } from '#app/ui/rows.tsx'

import { type PostSearch, searchResultsMax } from './search-rules.ts'

interface SearchResultsProps {
  posts: ListedPost[]
  search: PostSearch
  isSearching: boolean
  renderCard: RenderCard
  /** The action to offer if nothing was found. */
  whenNone: ReactNode
}

export function SearchResults({ posts, search, isSearching, renderCard, whenNone }: SearchResultsProps) {
  const { name, stream } = search
  if (posts.length === 0) {
    return (
      <EmptyState
        title={name ? `No match for "${name}"` : `Nothing in ${stream} yet`}
        text={name ? 'Try fewer letters, or all streams.' : 'Try another stream, or all streams.'}
        action={whenNone}
      />
    )
  }
  return (
    <Rows aria-busy={isSearching}>{posts.map((post, n) => renderCard(post, { isFirst: n < 3, hasLabel: true }))}</Rows>
  )
}

/** The status line, which screen readers announce. */
export function countText(count: number, isCut: boolean) {
  if (isCut) return `The first ${searchResultsMax} are shown. Add a stream or more of the name.`
  return count === 0 ? 'Nothing found' : `${count} found`
}
