import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { textMax } from '#app/forms/field-rules.ts'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import { Fold } from '#app/ui/fold.tsx'

import type { CommentAnswer } from './answer-comment.server.ts'
import type { CommentPage, ListedAnswer } from './comment-queries.server.ts'
import { NewAnswer } from './comment-rules.ts'
import { commentsUrl } from './comments-url.ts'

/** Called with the page of comments after one was added or deleted. */
export type OnCommentsChange = (page: CommentPage) => void

interface CommentToolProps {
  postId: string
  /** The comment with which the page of comments begins; null: the newest. */
  from: string | null
  onChange: OnCommentsChange | undefined
}

/** Sends a form of a comment, and then closes it and tells the new comments. */
function useCommentFetcher(onChange: OnCommentsChange | undefined) {
  const fetcher = useFetcher<CommentAnswer>()
  const fold = useRef<HTMLDetailsElement>(null)
  const comments = fetcher.data?.comments
  useEffect(() => {
    if (!comments) return
    if (fold.current) fold.current.open = false
    onChange?.(comments)
    // Once for each answer of the server.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [comments])
  return { fetcher, fold, isSending: fetcher.state !== 'idle' }
}

interface AnswerFormProps extends CommentToolProps {
  /** The id of the comment to answer. */
  to: string
}

export function AnswerForm({ postId, from, to, onChange }: AnswerFormProps) {
  const { fetcher, fold, isSending } = useCommentFetcher(onChange)
  const answer = fetcher.data
  const form = useForm(NewAnswer, answer)
  const key = useIdempotencyKey(null, answer)
  return (
    <Fold ref={fold} label="Answer">
      <fetcher.Form {...form.props} action={commentsUrl(postId, from)} className="grid max-w-160 gap-3 pb-2">
        <AnswerNotice answer={answer} />
        {form.error && <ErrorSummary>{form.error}</ErrorSummary>}
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="answerTo" value={to} />
        <Field label="Your answer" {...form.field('comment')} maxLength={textMax} autoComplete="off" />
        <Button type="submit" variant="line" busy={isSending} className="justify-self-start">
          {isSending ? 'Sending...' : 'Send answer'}
        </Button>
      </fetcher.Form>
    </Fold>
  )
}

interface DeleteFormProps extends CommentToolProps {
  comment: ListedAnswer
  hasAnswers: boolean
}

/** Asks before it deletes, also without script. The seller removes what others wrote. */
export function DeleteForm({ postId, from, comment: { id, isOwn }, hasAnswers, onChange }: DeleteFormProps) {
  const { fetcher, fold, isSending } = useCommentFetcher(onChange)
  return (
    <Fold ref={fold} label={isOwn ? 'Delete' : 'Remove'}>
      <fetcher.Form method="post" action={commentsUrl(postId, from)} className="flex flex-wrap items-center gap-3 pb-2">
        <AnswerNotice answer={fetcher.data} />
        <p className="text-sm">
          {isOwn ? 'Delete' : 'Remove'} this comment?{hasAnswers && ' Answers to it go, too.'}
        </p>
        <Button type="submit" name="delete" value={id} variant="bad" busy={isSending} className="max-md:-ml-4">
          {isOwn ? 'Delete' : 'Remove'} comment
        </Button>
      </fetcher.Form>
    </Fold>
  )
}
