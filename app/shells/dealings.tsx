import { useEffect, useReducer } from 'react'
import { useLocation } from 'react-router'

import type { ListedPost } from '#app/posts/packed-posts.ts'

import type { DealAnswer } from './answer-deal.server.ts'
import { dealingPart } from './load-dealing.ts'
import type { findOpened } from './opened-queries.server.ts'

export interface DealingsProps {
  /** Those that are listed. */
  posts: ListedPost[]
  /** What the server opened. */
  opened: Awaited<ReturnType<typeof findOpened>>
  answer: DealAnswer | undefined
}

/** Where buying and commenting take place. Its dialogs are loaded when the first of them is wanted. */
export function Dealings(props: DealingsProps) {
  const query = new URLSearchParams(useLocation().search)
  const isWanted =
    props.answer !== undefined || ['buy', 'comment', 'bought', 'commented'].some((name) => query.has(name))

  const [, show] = useReducer((count: number) => count + 1, 0)
  const part = dealingPart.loaded
  useEffect(() => {
    if (!isWanted || part) return
    // Without it, the server opens the dialog: it works without script, too.
    dealingPart.load().then(show, () => window.location.reload())
  }, [isWanted, part])
  return (
    isWanted &&
    part && (
      <div data-part="dealing">
        <part.Dealing {...props} />
      </div>
    )
  )
}
