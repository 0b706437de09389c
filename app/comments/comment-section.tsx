import { useEffect } from 'react'
import { Link, useFetcher, useLocation, useNavigate } from 'react-router'

import { commentsPath } from '#app/access/paths.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { Button } from '#app/ui/button.tsx'

import type { CommentAnswer } from './answer-comments.server.ts'
import { CommentFields } from './comment-fields.tsx'
import { CommentItem } from './comment-item.tsx'
import { CommentPages } from './comment-pages.tsx'
import type { CommentPage } from './comment-queries.server.ts'
import { NewComment } from './comment-rules.ts'
import { commentTexts, countedMax } from './comment-texts.ts'
import { loadCommentsPage } from './use-comments.ts'

interface CommentSectionProps {
  postId: string
  isOwnPost: boolean
  page: CommentPage
  /** The idempotency key of the form; null for those who may not comment. */
  formKey: string | null
  /** Where a visitor logs in to comment. */
  logInPath: string | null
}

/** The comments on a post's own page, with the form to add one. */
export function CommentSection({ postId, isOwnPost, page, formKey, logInPath }: CommentSectionProps) {
  const { comments, total } = page
  const { pathname } = useLocation()
  return (
    <section id="comments" className="mt-8 md:mt-12">
      <h2 className="mb-1 flex items-baseline gap-2">
        Comments
        {total > 0 && (
          <span className="font-sans text-base font-normal text-ink-soft">
            {total < countedMax ? total : `${countedMax - 1}+`}
          </span>
        )}
      </h2>
      {comments.length > 0 ? (
        <ul aria-label="Comments" className="divide-y divide-rule border-t border-rule">
          {comments.map((comment) => (
            <CommentItem key={comment.id} postId={postId} comment={comment} path={pathname} hasAnchor />
          ))}
        </ul>
      ) : (
        <p className="py-2 text-ink-soft">{isOwnPost ? 'No comments yet.' : commentTexts.none}</p>
      )}
      <CommentPages page={page} path={pathname} />
      {formKey !== null && (
        <CommentForm postId={postId} formKey={formKey} isOwnPost={isOwnPost} isNewest={!page.hasNewer} />
      )}
      {logInPath !== null && (
        <Link to={logInPath} className="inline-flex min-h-11 items-center font-medium text-accent-ink">
          Log in to comment
        </Link>
      )}
    </section>
  )
}

interface CommentFormProps {
  postId: string
  formKey: string
  isOwnPost: boolean
  /** Whether the newest comments are shown. */
  isNewest: boolean
}

/** Sends to the page of comments, which a browser without script then shows. */
function CommentForm({ postId, formKey, isOwnPost, isNewest }: CommentFormProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => void loadCommentsPage().catch(() => {}), [])
  const fetcher = useFetcher<CommentAnswer>()
  const answer = fetcher.data
  const form = useForm(NewComment, answer)
  const key = useIdempotencyKey(formKey, answer)
  const isSending = fetcher.state === 'submitting'
  useEffect(() => {
    if (answer?.isDone && !isNewest) void navigate(`${pathname}#comments`) // where it can be seen
    // Once for each comment that was added.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer])
  return (
    <fetcher.Form {...form.props} action={commentsPath(postId)} className="mt-3 grid max-w-160 gap-3">
      <AnswerNotice answer={answer} />
      <CommentFields form={form} formKey={key} isOwnPost={isOwnPost} />
      <Button type="submit" variant="line" busy={isSending} className="justify-self-start">
        {isSending ? 'Adding comment...' : 'Add Comment'}
      </Button>
    </fetcher.Form>
  )
}
