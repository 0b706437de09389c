import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { useViewer } from '#app/accounts/use-viewer.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { soldOutText } from '#app/posts/describe-stock.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import type { OverDialogProps } from '#app/rendering/over-page.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { LoadingSheet } from '#app/ui/loading-sheet.tsx'

import type { OrderAnswer } from './answer-order.server.ts'
import { BoughtNotice } from './bought-notice.tsx'
import type { findBuying } from './find-buying.server.ts'
import { SoldOut } from './sold-out.tsx'
import { useBuyForm } from './use-buy-form.tsx'

type FoundBuying = Awaited<ReturnType<typeof findBuying>>

/** The page of buying (buy-page.tsx) as a dialog: it asks that page, and sends to it. */
export function BuyDialog({ path, given, onClose }: OverDialogProps) {
  const found = useFetcher<FoundBuying | null>()
  const sending = useFetcher<OrderAnswer>()
  const { load } = found
  useEffect(() => void load(path), [load, path])

  const answer = sending.data
  const post = found.data?.post ?? (given as ListedPost | null)
  if (answer?.notice?.kind === 'success') return <BoughtNotice answer={answer} onSuccess={onClose} />
  if (!post) return <LoadingSheet />
  if (answer?.soldOut || (post.isSoldOut && !answer?.isPlaced)) {
    return (
      <Dialog open onClose={onClose} title={soldOutText}>
        <SoldOut
          post={post}
          similar={answer?.soldOut ?? found.data?.similar ?? []}
          isRefused={answer?.soldOut !== undefined}
        />
      </Dialog>
    )
  }
  return <BuyForm post={post} details={found.data?.details ?? null} path={path} sending={sending} onClose={onClose} />
}

interface BuyFormProps extends Pick<OverDialogProps, 'path' | 'onClose'> {
  post: ListedPost
  details: FoundBuying['details']
  sending: ReturnType<typeof useFetcher<OrderAnswer>>
}

function BuyForm({ post, details, path, sending, onClose }: BuyFormProps) {
  const buyer = useViewer()!
  const answer = sending.data
  const isSending = sending.state !== 'idle'
  const { head, formProps, fields, foot } = useBuyForm({ post, buyer, details, formKey: null, answer, isSending })
  return (
    <Dialog open onClose={onClose} title="Buy" footer={foot}>
      {head}
      <AnswerNotice answer={answer} />
      <sending.Form {...formProps} action={path}>
        {fields}
      </sending.Form>
    </Dialog>
  )
}
