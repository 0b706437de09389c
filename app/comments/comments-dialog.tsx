import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { commentsPath } from '#app/access/paths.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PostSummary } from '#app/posts/post-summary.tsx'
import type { OverDialogProps } from '#app/rendering/over-page.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { LoadingSheet } from '#app/ui/loading-sheet.tsx'
import { Notice } from '#app/ui/notice.tsx'

import type { CommentAnswer } from './answer-comments.server.ts'
import { CommentFields } from './comment-fields.tsx'
import { CommentItem } from './comment-item.tsx'
import { CommentPages } from './comment-pages.tsx'
import type { CommentPage } from './comment-queries.server.ts'
import { NewComment } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { useComments } from './use-comments.ts'

/** The page of comments (comments-page.tsx) as a dialog: it asks that page, and sends to it. */
export function CommentsDialog({ path, id, given, onClose }: OverDialogProps) {
  const { found, failure, load } = useComments()
  useEffect(() => load(path), [load, path])
  const sending = useFetcher<CommentAnswer>()
  const answer = sending.data
  const form = useForm(NewComment, answer)
  const key = useIdempotencyKey(null, answer)
  const isSending = sending.state !== 'idle'
  const isDone = answer?.isDone === true
  useEffect(() => {
    if (isDone && found?.comments.from) load(path) // the newest page, which has the new comment, is loaded again by itself
    // Once for each comment that was added.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer])

  const [closedFailure, setClosedFailure] = useState<object | null>(null)
  const post = found?.post ?? (given as ListedPost | null)
  if (!post) return <LoadingSheet />
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
      <AnswerNotice answer={answer} onSuccess={onClose} />
      <PostSummary post={post} />
      <Notice
        open={failure !== null && failure !== closedFailure}
        onClose={() => setClosedFailure(failure)}
        kind="error"
        text={commentTexts.loadFailed}
      />
      {found ? (
        <CommentList post={post} page={found.comments} onTurn={(from) => load(commentsPath(id, from))} />
      ) : failure ? (
        <div className="grid justify-items-center gap-3 py-6">
          <p className="text-ink-soft">The comments did not arrive.</p>
          <Button variant="line" onClick={() => load(path)}>
            Try again
          </Button>
        </div>
      ) : (
        <output className="block py-6 text-center text-ink-soft">Loading...</output>
      )}
      <sending.Form {...form.props} action={path} id="comment" className="mt-3.5 grid gap-4.5">
        <CommentFields form={form} formKey={key} isOwnPost={post.isOwn} />
      </sending.Form>
    </Dialog>
  )
}

interface CommentListProps {
  post: ListedPost
  page: CommentPage
  onTurn: (from: string | null) => void
}

function CommentList({ post, page, onTurn }: CommentListProps) {
  const { comments, from } = page
  const list = useRef<HTMLUListElement>(null)
  const shownFrom = useRef(from)
  useEffect(() => {
    if (shownFrom.current !== from) list.current?.focus() // the link that turned the page may be gone
    shownFrom.current = from
  }, [from])
  if (comments.length === 0) return <p className="py-6 text-center text-ink-soft">{commentTexts.none}</p>
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
          <CommentItem key={comment.id} postId={post.id} path={path} comment={comment} />
        ))}
      </ul>
      <CommentPages page={page} path={path} onTurn={onTurn} />
    </>
  )
}
