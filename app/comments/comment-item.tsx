import { formatDateTime } from '#app/format/dates.ts'
import { Badge } from '#app/ui/badge.tsx'

import type { ListedComment } from './comment-queries.server.ts'

/** One comment of a list: its author's mask, or the seller's name, and the text. */
export function CommentItem({ comment: { by, isSeller, comment, createdAt } }: { comment: ListedComment }) {
  return (
    <li className="py-2.5">
      <p className="flex justify-between gap-3 text-xs text-ink-soft">
        {isSeller ? (
          <span className="flex min-w-0 items-center gap-2">
            <b className="truncate font-semibold text-ink">{by}</b> <Badge>Seller</Badge>
          </span>
        ) : (
          <code className="truncate">{by}</code>
        )}
        <time dateTime={createdAt.toISOString()} className="flex-none">
          {formatDateTime(createdAt)}
        </time>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{comment}</p>
    </li>
  )
}
