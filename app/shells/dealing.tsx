import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { CommentsDialog } from '#app/comments/comments-dialog.tsx'
import { commentTexts } from '#app/comments/comment-texts.ts'
import { BuyDialog } from '#app/orders/buy-dialog.tsx'
import { dropDraft } from '#app/orders/order-draft.ts'
import { orderTexts } from '#app/orders/order-texts.ts'
import { AnswerNotice } from '#app/platform/answer-notice.tsx'

import type { DealAnswer } from './answer-deal.server.ts'
import { listQuery } from './deal-address.ts'
import type { DealingsProps } from './dealings.tsx'
import { useViewer } from './use-viewer.ts'

interface HistoryState {
  /** Whether one came from the list: then closing goes back to it. */
  isOver?: boolean
}

/** What the address opens over a list, `buy` or `comment` with the id of a post, and what it says was done. */
export function Dealing({ posts, opened, answer }: DealingsProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname, search, key, ...location } = useLocation()
  const state = location.state as HistoryState | null
  const query = new URLSearchParams(search)
  const id = query.get('buy') ?? query.get('comment')
  const post = [...posts, opened?.post].find((one) => one?.id === id)
  const fromServer = opened?.post.id === id ? opened : null

  const isBought = query.has('bought')
  useEffect(() => {
    if (isBought) dropDraft()
  }, [isBought])

  const toList = () => void navigate(`${pathname}?${listQuery(search)}`, { replace: true, preventScrollReset: true })
  const close = () => (state?.isOver ? void navigate(-1) : toList())
  const notice = <AnswerNotice key={key} answer={answer ?? noticeOf(query)} onSuccess={toList} />
  if (!post || !viewer) return notice
  const formKey = fromServer?.key ?? null
  if (query.has('buy')) {
    return (
      <>
        {notice}
        <BuyDialog key={post.id} post={post} buyer={viewer} opened={fromServer} answer={answer} onClose={close} />
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

const success = (text: string): DealAnswer => ({ notice: { kind: 'success', text } })
const bought: Record<string, DealAnswer> = Object.fromEntries(
  Object.entries(orderTexts.bought).map(([kind, text]) => [kind, success(text)]),
)
const commented = success(commentTexts.added)

function noticeOf(query: URLSearchParams) {
  return query.has('commented') ? commented : bought[query.get('bought') ?? '']
}
