import type { ReactNode } from 'react'

import { Written } from '#app/platform/written.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Rows } from '#app/ui/rows.tsx'

import type { CardOf } from './post-card.tsx'
import type { ListedPost } from './packed-posts.ts'
import { type PostSearch, searchResultsMax } from './search-rules.ts'

interface SearchResultsProps {
  posts: ListedPost[]
  search: PostSearch
  isSearching: boolean
  cardOf: CardOf
  /** What one can do where nothing was found. */
  whenNone: ReactNode
}

export function SearchResults({ posts, search, isSearching, cardOf, whenNone }: SearchResultsProps) {
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
    <Rows aria-busy={isSearching}>
      <Written>{() => posts.map((post, n) => cardOf(post, { isFirst: n < 3, hasLabel: true }))}</Written>
    </Rows>
  )
}

/** In one line, for those who see the results and those who hear them. */
export function countText(count: number, isCut: boolean) {
  if (isCut) return `The first ${searchResultsMax} are shown. Add a stream or more of the name.`
  return count === 0 ? 'Nothing found' : `${count} found`
}
