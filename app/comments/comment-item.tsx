import { formatDateTime } from '#app/format/dates.ts'
import { ReportLink } from '#app/reports/report-link.tsx'
import { Badge } from '#app/ui/badge.tsx'

import type { ListedAnswer, ListedComment } from './comment-queries.server.ts'
import { AnswerForm, DeleteForm, type OnCommentsChange } from './comment-tools.tsx'

interface CommentItemProps {
  postId: string
  comment: ListedComment
  onChange?: OnCommentsChange
}

/** A comment with its answers, and what the viewer may do: the seller answers, its author deletes it. */
export function CommentItem({ postId, comment, onChange }: CommentItemProps) {
  const { id, isOwn, mayAnswer, answers } = comment
  return (
    <li className="py-2.5">
      <Said comment={comment} />
      <div className="flex flex-wrap gap-x-4">
        {mayAnswer && <AnswerForm postId={postId} to={id} onChange={onChange} />}
        {isOwn && <DeleteForm postId={postId} id={id} hasAnswers={answers.length > 0} onChange={onChange} />}
        {!isOwn && <ReportLink reported="comment" id={id} label="Report" />}
      </div>
      {answers.length > 0 && (
        <ul aria-label="Answers" className="mt-2 ml-1 grid gap-2 border-l-2 border-rule pl-3.5">
          {answers.map((answer) => (
            <li key={answer.id}>
              <Said comment={answer} />
              {answer.isOwn && <DeleteForm postId={postId} id={answer.id} hasAnswers={false} onChange={onChange} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The author's mask, or the seller's name, and the text. */
function Said({ comment: { by, isSeller, comment, createdAt } }: { comment: ListedAnswer }) {
  return (
    <>
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
    </>
  )
}
