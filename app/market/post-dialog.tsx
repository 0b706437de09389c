import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { useViewer } from '#app/accounts/use-viewer.ts'
import { commentTexts } from '#app/comments/comment-texts.ts'
import { CommentsDialog } from '#app/comments/comments-dialog.tsx'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { BuyDialog } from '#app/orders/buy-dialog.tsx'
import { dropDraft } from '#app/orders/order-draft.ts'
import { orderTexts } from '#app/orders/order-texts.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'

import type { PostDialogAnswer } from './post-dialog-action.server.ts'
import { listQuery } from './post-dialog-address.ts'
import type { findDialogData } from './post-dialog-queries.server.ts'
import { SoldOutDialog } from './sold-out-dialog.tsx'

export interface PostDialogProps {
  posts: ListedPost[]
  /** Loaded by the server if the page was opened with a dialog. */
  dialogData: Awaited<ReturnType<typeof findDialogData>>
  answer: PostDialogAnswer | undefined
}

interface HistoryState {
  /** Whether the dialog was opened from the list: then closing it goes back in the history. */
  isFromList?: boolean
}

/** The dialog that the URL opens, `buy` or `comment` with a post's id, and the notice about what was done. */
export function PostDialog({ posts, dialogData, answer }: PostDialogProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname, search, key, ...location } = useLocation()
  const state = location.state as HistoryState | null
  const query = new URLSearchParams(search)
  const id = query.get('buy') ?? query.get('comment')
  const post = [...posts, dialogData?.post].find((one) => one?.id === id)
  const fromServer = dialogData?.post.id === id ? dialogData : null

  const isBought = query.has('bought')
  useEffect(() => {
    if (isBought) dropDraft()
  }, [isBought])

  const toList = () => void navigate(`${pathname}?${listQuery(search)}`, { replace: true, preventScrollReset: true })
  const close = () => (state?.isFromList ? void navigate(-1) : toList())
  const notice = <AnswerNotice key={key} answer={answer ?? noticeOf(query)} onSuccess={toList} />
  if (!post || !viewer) return notice
  const formKey = fromServer?.key ?? null
  if (query.has('buy')) {
    // An order that is placed already, and took the last copy itself, is answered by its form.
    const isPlaced = answer?.isPlaced === true
    if ((post.isSoldOut || answer?.soldOut) && !isPlaced) {
      const similar = answer?.soldOut?.similar ?? fromServer?.similar ?? []
      return <SoldOutDialog post={post} similar={similar} isRefused={answer !== undefined} onClose={close} />
    }
    return (
      <>
        {notice}
        <BuyDialog key={post.id} post={post} buyer={viewer} dialogData={fromServer} answer={answer} onClose={close} />
      </>
    )
  }
  return (
    <CommentsDialog
      key={post.id}
      post={post}
      formKey={formKey}
      comments={fromServer?.comments ?? null}
      answer={answer}
      onClose={close}
    >
      {notice}
    </CommentsDialog>
  )
}

const success = (text: string): PostDialogAnswer => ({ notice: { kind: 'success', text } })
const bought = new Map(Object.entries(orderTexts.bought).map(([kind, text]) => [kind, success(text)]))
const commented = success(commentTexts.added)

function noticeOf(query: URLSearchParams) {
  return query.has('commented') ? commented : bought.get(query.get('bought') ?? '')
}
