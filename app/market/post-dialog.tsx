import { useLocation, useNavigate } from 'react-router'

import { useViewer } from '#app/accounts/use-viewer.ts'
import type { CommentAnswer } from '#app/comments/answer-comment.server.ts'
import { commentTexts } from '#app/comments/comment-texts.ts'
import { CommentsDialog } from '#app/comments/comments-dialog.tsx'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'

import { listQuery } from './post-dialog-address.ts'
import type { findDialogData } from './post-dialog-queries.server.ts'

export interface PostDialogProps {
  posts: ListedPost[]
  /** Loaded by the server if the page was opened with a dialog. */
  dialogData: Awaited<ReturnType<typeof findDialogData>>
  answer: CommentAnswer | undefined
}

interface HistoryState {
  /** Whether the dialog was opened from the list: then closing it goes back in the history. */
  isFromList?: boolean
}

/** The dialog that the URL opens, `comment` with a post's id, and the notice about what was done. */
export function PostDialog({ posts, dialogData, answer }: PostDialogProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname, search, key, ...location } = useLocation()
  const state = location.state as HistoryState | null
  const query = new URLSearchParams(search)
  const id = query.get('comment')
  const post = [...posts, dialogData?.post].find((one) => one?.id === id)
  const fromServer = dialogData?.post.id === id ? dialogData : null

  const toList = () => void navigate(`${pathname}?${listQuery(search)}`, { replace: true, preventScrollReset: true })
  const close = () => (state?.isFromList ? void navigate(-1) : toList())
  const shown = answer ?? (query.has('commented') ? commented : undefined)
  const notice = <AnswerNotice key={key} answer={shown} onSuccess={toList} />
  if (!post || !viewer) return notice
  return (
    <CommentsDialog
      key={post.id}
      post={post}
      formKey={fromServer?.key ?? null}
      comments={fromServer?.comments ?? null}
      answer={answer}
      onClose={close}
    >
      {notice}
    </CommentsDialog>
  )
}

const commented: CommentAnswer = { notice: { kind: 'success', text: commentTexts.added } }
