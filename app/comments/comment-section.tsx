import { Link, useFetcher, useLocation } from 'react-router'

import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { Button } from '#app/ui/button.tsx'

import type { CommentAnswer } from './answer-comment.server.ts'
import { CommentFields } from './comment-fields.tsx'
import { CommentItem } from './comment-item.tsx'
import type { ListedComment } from './comment-queries.server.ts'
import { NewComment } from './comment-rules.ts'

interface CommentSectionProps {
  postId: string
  comments: ListedComment[]
  /** The idempotency key of the form; null for those who may not comment. */
  formKey: string | null
  /** Where a visitor logs in to comment. */
  logInPath: string | null
  /** The answer to a form that was submitted without script. */
  answer: CommentAnswer | undefined
}

/** The comments on a post's own page, with the form to add one. */
export function CommentSection({ postId, comments, formKey, logInPath, answer }: CommentSectionProps) {
  return (
    <section id="comments" className="mt-8 md:mt-12">
      <h2 className="mb-1 flex items-baseline gap-2">
        Comments
        {comments.length > 0 && (
          <span className="font-sans text-base font-normal text-ink-soft">{comments.length}</span>
        )}
      </h2>
      {comments.length > 0 ? (
        <ul aria-label="Comments" className="divide-y divide-rule border-t border-rule">
          {comments.map((comment) => (
            <CommentItem key={comment.id} postId={postId} comment={comment} />
          ))}
        </ul>
      ) : (
        <p className="py-2 text-ink-soft">No comments yet. Ask the seller about it.</p>
      )}
      {formKey !== null && <CommentForm formKey={formKey} answer={answer} />}
      {logInPath !== null && (
        <Link to={logInPath} className="inline-flex min-h-11 items-center font-medium text-accent-ink">
          Log in to comment
        </Link>
      )}
    </section>
  )
}

function CommentForm({ formKey, answer: plainAnswer }: { formKey: string; answer: CommentAnswer | undefined }) {
  const { pathname } = useLocation()
  const fetcher = useFetcher<CommentAnswer>()
  const answer = fetcher.data ?? plainAnswer
  const form = useForm(NewComment, answer)
  const key = useIdempotencyKey(formKey, answer)
  const isSending = fetcher.state === 'submitting'
  return (
    <fetcher.Form {...form.props} action={`${pathname}?ask=on`} className="mt-3 grid max-w-160 gap-3">
      <AnswerNotice answer={answer} />
      <CommentFields form={form} formKey={key} />
      <Button type="submit" variant="line" busy={isSending} className="justify-self-start">
        {isSending ? 'Adding comment...' : 'Add Comment'}
      </Button>
    </fetcher.Form>
  )
}
