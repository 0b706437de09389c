import type { MouseEvent } from 'react'
import { Link } from 'react-router'

import type { CommentPage } from './comment-queries.server.ts'

interface CommentPagesProps {
  page: CommentPage
  /** The path of the post's page. */
  path: string
  /** Shows another page in place of this one: that from this comment on, or the newest. Otherwise the post's page has it. */
  onTurn?: (from: string | null) => void
}

/** Leads to older comments, and back to the newest. */
export function CommentPages({ page: { hasNewer, older }, path, onTurn }: CommentPagesProps) {
  if (!hasNewer && older === null) return null
  const turnTo = (from: string | null) => ({
    to: `${path}${from === null ? '' : `?from=${from}`}#comments`,
    className: 'inline-flex min-h-11 items-center font-medium text-accent-ink',
    onClick(event: MouseEvent) {
      if (!onTurn) return
      event.preventDefault()
      onTurn(from)
    },
  })
  return (
    <nav aria-label="Pages of comments" className="flex flex-wrap justify-between gap-x-6">
      {hasNewer && <Link {...turnTo(null)}>Newest comments</Link>}
      {older !== null && <Link {...turnTo(older)}>Older comments</Link>}
    </nav>
  )
}
