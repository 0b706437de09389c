import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { fetchJson, useJson } from '#app/connection/use-json.ts'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PostSummary } from '#app/posts/post-summary.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'

import type { CommentAnswer } from './answer-comment.server.ts'
import { CommentFields } from './comment-fields.tsx'
import { CommentItem } from './comment-item.tsx'
import { CommentPages } from './comment-pages.tsx'
import type { CommentPage } from './comment-queries.server.ts'
import type { OnCommentsChange } from './comment-tools.tsx'
import { NewComment } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { commentsUrl } from './comments-url.ts'
import { readCommentPage } from './read-comment-page.ts'

interface CommentsDialogProps {
  post: ListedPost
  /** Both null if the dialog was opened on the client. */
  formKey: string | null
  comments: CommentPage | null
  answer: CommentAnswer | undefined
  onClose: () => void
  /** The notice. */
  children: ReactNode
}

export function CommentsDialog({ post, formKey, comments, answer, onClose, children }: CommentsDialogProps) {
  const loaded = useJson(comments === null ? commentsUrl(post.id, null) : null, readCommentPage)
  const [turned, setTurned] = useState<CommentPage | null>(null)
  const [hasTurnFailed, setHasTurnFailed] = useState(false)
  const [isClosed, setIsClosed] = useState(false)
  const [seen, setSeen] = useState(answer)
  if (answer !== seen) {
    setSeen(answer)
    setTurned(null) // the answer has the newest page
  }
  const form = useForm(NewComment, answer)
  const key = useIdempotencyKey(formKey, answer)
  const isSending = useNavigation().state === 'submitting'

  const page = turned ?? answer?.comments ?? loaded.data ?? comments
  const tryAgain = () => {
    setIsClosed(false)
    loaded.tryAgain()
  }
  const turnTo = async (from: string | null) => {
    const { data } = await fetchJson(commentsUrl(post.id, from), readCommentPage)
    if (data) setTurned(data)
    else setHasTurnFailed(true)
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
      <Notice
        open={hasTurnFailed}
        onClose={() => setHasTurnFailed(false)}
        kind="error"
        text={commentTexts.loadFailed}
      />
      {page ? (
        <CommentList post={post} page={page} onChange={setTurned} onTurn={(from) => void turnTo(from)} />
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

interface CommentListProps {
  post: ListedPost
  page: CommentPage
  onChange: OnCommentsChange
  onTurn: (from: string | null) => void
}

function CommentList({ post, page, onChange, onTurn }: CommentListProps) {
  const { comments, from } = page
  const list = useRef<HTMLUListElement>(null)
  const shownFrom = useRef(from)
  useEffect(() => {
    if (shownFrom.current !== from) list.current?.focus() // the link that turned the page may be gone
    shownFrom.current = from
  }, [from])
  if (comments.length === 0) {
    return <p className="py-6 text-center text-ink-soft">No comments yet. Ask the seller about it.</p>
  }
  const path = postPath(post)
  return (
    <>
      <ul
        key={from}
        ref={list}
        // For scrolling by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Comments"
        className="max-h-75 divide-y divide-rule overflow-y-auto overscroll-contain"
      >
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            postId={post.id}
            path={path}
            comment={comment}
            from={from}
            onChange={onChange}
          />
        ))}
      </ul>
      <CommentPages page={page} path={path} onTurn={onTurn} />
    </>
  )
}
