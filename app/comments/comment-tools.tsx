import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

import { commentsPath } from '#app/access/paths.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { textMax } from '#app/forms/field-rules.ts'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import { Fold } from '#app/ui/fold.tsx'

import type { CommentAnswer } from './answer-comments.server.ts'
import type { ListedAnswer } from './comment-queries.server.ts'
import { NewAnswer } from './comment-rules.ts'

interface CommentToolProps {
  postId: string
}

/** Sends a form of a comment, and then closes it. */
function useCommentFetcher() {
  const fetcher = useFetcher<CommentAnswer>()
  const fold = useRef<HTMLDetailsElement>(null)
  const answer = fetcher.data
  useEffect(() => {
    if (answer?.isDone && fold.current) fold.current.open = false
  }, [answer])
  return { fetcher, fold, isSending: fetcher.state !== 'idle' }
}

interface AnswerFormProps extends CommentToolProps {
  /** The id of the comment to answer. */
  to: string
  /** What this form was answered without script. */
  answer: CommentAnswer | undefined
}

export function AnswerForm({ postId, to, answer: plainAnswer }: AnswerFormProps) {
  const { fetcher, fold, isSending } = useCommentFetcher()
  const answer = fetcher.data ?? plainAnswer
  const form = useForm(NewAnswer, answer)
  const key = useIdempotencyKey(null, answer)
  return (
    <Fold ref={fold} label="Answer" isOpen={plainAnswer !== undefined}>
      <fetcher.Form {...form.props} action={commentsPath(postId, to)} className="grid max-w-160 gap-3 pb-2">
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
export function DeleteForm({ postId, comment: { id, isOwn }, hasAnswers }: DeleteFormProps) {
  const { fetcher, fold, isSending } = useCommentFetcher()
  return (
    <Fold ref={fold} label={isOwn ? 'Delete' : 'Remove'}>
      <fetcher.Form method="post" action={commentsPath(postId)} className="flex flex-wrap items-center gap-3 pb-2">
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
