import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { commentAnchor, commentPath } from '#app/access/comment-path.ts'
import { commentsPath } from '#app/access/paths.ts'
import { useViewer } from '#app/accounts/use-viewer.ts'
import { formatDateTime } from '#app/format/dates.ts'
import { ReportLink } from '#app/reports/report-link.tsx'
import { Badge } from '#app/ui/badge.tsx'

import type { CommentAnswer } from './answer-comments.server.ts'
import type { ListedAnswer, ListedComment } from './comment-queries.server.ts'
import { AnswerForm, DeleteForm } from './comment-tools.tsx'
import { loadCommentsPage, useComments } from './use-comments.ts'

interface CommentItemProps {
  postId: string
  /** The path of the post's page. */
  path: string
  comment: ListedComment
  /** Whether links lead here. */
  hasAnchor?: boolean
  /** What the form that answers it was answered without script. */
  answer?: CommentAnswer | undefined
}

/** A comment with its answers, and what the viewer may do: the seller answers and deletes, its author deletes it. */
export function CommentItem({ postId, path, comment, hasAnchor = false, answer }: CommentItemProps) {
  const { id, isOwn, mayAnswer, mayDelete, answers, earlierAnswers } = comment
  const said = { postId, path }
  const anchorOf = (one: ListedAnswer) => (hasAnchor ? commentAnchor(one.id) : undefined)
  return (
    <li id={anchorOf(comment)} className="py-2.5">
      <Said {...said} said={comment} />
      <div className="flex flex-wrap gap-x-4">
        {mayAnswer && <AnswerForm postId={postId} to={id} answer={answer} />}
        {mayDelete && <DeleteForm postId={postId} comment={comment} hasAnswers={answers.length > 0} />}
        {!isOwn && <ReportLink reported="comment" id={id} label="Report" />}
      </div>
      {earlierAnswers > 0 && (
        <Link to={commentPath(path, id)} className={linkLook}>
          {earlierAnswers === 1 ? '1 earlier answer' : `${earlierAnswers} earlier answers`}
        </Link>
      )}
      {answers.length > 0 && (
        <ul aria-label="Answers" className="mt-2 ml-1 grid gap-2 border-l-2 border-rule pl-3.5">
          {answers.map((one) => (
            <li key={one.id} id={anchorOf(one)}>
              <Said {...said} said={one} />
              {one.mayDelete && <DeleteForm postId={postId} comment={one} hasAnswers={false} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const linkLook = 'inline-flex min-h-11 items-center text-sm font-medium text-accent-ink'

interface SaidProps extends Pick<CommentItemProps, 'postId' | 'path'> {
  said: ListedAnswer
}

/** The author's mask, or the seller's name, and the text. */
function Said({ said, ...post }: SaidProps) {
  const { by, isSeller, createdAt } = said
  const { ref, text, more } = useWholeText(said, post)
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
      <p ref={ref} tabIndex={-1} className="whitespace-pre-line wrap-anywhere outline-hidden">
        {text}
      </p>
      {more && (
        <Link {...more} className={linkLook}>
          more<span className="sr-only"> of this comment</span>
        </Link>
      )}
    </>
  )
}

/** A long comment is cut: the rest is shown in its place, or, to visitors and without script, on a page that begins with it. */
function useWholeText({ id, comment, isCut }: ListedAnswer, { postId, path }: Omit<SaidProps, 'said'>) {
  const [whole, setWhole] = useState<string | null>(null)
  const { found, failure, isLoading, load } = useComments()
  const ref = useRef<HTMLParagraphElement>(null)
  const isVisitor = useViewer() === null
  const navigate = useNavigate()
  const to = commentPath(path, id)

  const said = found?.comments.comments.flatMap((one) => [one, ...one.answers]).find((one) => one.id === id)
  if (whole === null && said && !said.isCut) setWhole(said.comment)
  const hasFailed = whole === null && (found ?? failure) !== null
  useEffect(() => {
    if (whole !== null) ref.current?.focus({ preventScroll: true }) // the link that had the focus is gone
    if (hasFailed) void navigate(to)
    // Once for each time that the rest was asked for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [whole, hasFailed])
  return {
    ref,
    text: whole ?? comment,
    more: isCut &&
      whole === null && {
        to,
        'aria-busy': isLoading,
        onClick(event: MouseEvent) {
          if (isVisitor) return
          event.preventDefault()
          const ask = () => load(commentsPath(postId, id))
          if (!isLoading) void loadCommentsPage().then(ask, () => navigate(to))
        },
      },
  }
}
