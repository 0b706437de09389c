import { type ReactNode, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { useJson } from '#app/connection/use-json.ts'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PostSummary } from '#app/posts/post-summary.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'

import type { CommentAnswer } from './answer-comment.server.ts'
import { CommentFields } from './comment-fields.tsx'
import { CommentItem } from './comment-item.tsx'
import type { ListedComment } from './comment-queries.server.ts'
import type { OnCommentsChange } from './comment-tools.tsx'
import { NewComment } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'

interface CommentsDialogProps {
  post: ListedPost
  /** Both null if the dialog was opened on the client. */
  formKey: string | null
  comments: ListedComment[] | null
  answer: CommentAnswer | undefined
  onClose: () => void
  /** The notice. */
  children: ReactNode
}

export function CommentsDialog({ post, formKey, comments, answer, onClose, children }: CommentsDialogProps) {
  const loaded = useJson(comments === null ? `/posts/${post.id}/comments` : null, readComments)
  const [isClosed, setIsClosed] = useState(false)
  const [changed, setChanged] = useState<ListedComment[] | null>(null)
  const [seen, setSeen] = useState(answer)
  if (answer !== seen) {
    setSeen(answer)
    setChanged(null) // the answer has the newer list
  }
  const form = useForm(NewComment, answer)
  const key = useIdempotencyKey(formKey, answer)
  const isSending = useNavigation().state === 'submitting'

  const listed = changed ?? answer?.comments ?? loaded.data ?? comments
  const tryAgain = () => {
    setIsClosed(false)
    loaded.tryAgain()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Comments"
      footer={
        <Button type="submit" form="comment" variant="main" busy={isSending}>
          {isSending ? 'Adding comment...' : 'Add Comment'}
        </Button>
      }
    >
      {children}
      <PostSummary post={post} />
      {listed ? (
        <CommentList postId={post.id} comments={listed} onChange={setChanged} />
      ) : loaded.hasFailed ? (
        <div className="grid justify-items-center gap-3 py-6">
          <p className="text-ink-soft">The comments did not arrive.</p>
          <Button variant="line" onClick={tryAgain}>
            Try again
          </Button>
          <Notice open={!isClosed} onClose={() => setIsClosed(true)} kind="error" text={commentTexts.loadFailed} />
        </div>
      ) : (
        <output className="block py-6 text-center text-ink-soft">Loading...</output>
      )}
      <Form {...form.props} id="comment" replace preventScrollReset className="mt-3.5 grid gap-4.5">
        <CommentFields form={form} formKey={key} />
      </Form>
    </Dialog>
  )
}

/** Dates are strings in JSON. */
const readComments = (json: unknown): ListedComment[] =>
  (json as ListedComment[]).map((comment) => ({ ...withDate(comment), answers: comment.answers.map(withDate) }))

const withDate = <Said extends { createdAt: Date }>(said: Said) => ({ ...said, createdAt: new Date(said.createdAt) })

interface CommentListProps {
  postId: string
  comments: ListedComment[]
  onChange: OnCommentsChange
}

function CommentList({ postId, comments, onChange }: CommentListProps) {
  if (comments.length === 0) {
    return <p className="py-6 text-center text-ink-soft">No comments yet. Ask the seller about it.</p>
  }
  return (
    // The tab stop is for scrolling by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul tabIndex={0} aria-label="Comments" className="max-h-75 divide-y divide-rule overflow-y-auto overscroll-contain">
      {comments.map((comment) => (
        <CommentItem key={comment.id} postId={postId} comment={comment} onChange={onChange} />
      ))}
    </ul>
  )
}
