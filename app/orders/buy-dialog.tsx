import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import type { Viewer } from '#app/accounts/account-rules.ts'
import { nameMax } from '#app/platform/field-rules.ts'
import { formatPaise } from '#app/platform/money.ts'
import { AddressField, PhoneField, PinField } from '#app/platform/person-fields.tsx'
import { useForm } from '#app/platform/use-form.ts'
import { useIdempotencyKey } from '#app/platform/use-idempotency-key.ts'
import { useJson } from '#app/platform/use-json.ts'
import type { ListedPost } from '#app/posts/packed-posts.ts'
import { PostSummary } from '#app/posts/post-summary.tsx'
import { payablePaise } from '#app/posts/prices.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'

import type { OrderAnswer } from './answer-order.server.ts'
import type { BuyerDetails } from './buyer-details-queries.server.ts'
import { findDraft, forgetDraftKey, keepDraft } from './order-draft.ts'
import { maxQuantity, orderRules } from './order-rules.ts'

interface BuyDialogProps {
  post: ListedPost
  buyer: Viewer
  /** From the server, where it opened the dialog. */
  opened: { key: string; buyerDetails: BuyerDetails } | null
  answer: OrderAnswer | undefined
  onClose: () => void
}

/** Two fields beside each other, where there is room for ten digits in each. */
const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] items-start gap-x-3 gap-y-4.5'

export function BuyDialog({ post, buyer, opened, answer, onClose }: BuyDialogProps) {
  const newKey = useIdempotencyKey(opened?.key ?? null, answer)
  const [draftKey, setDraftKey] = useState<string | null>(null)
  const key = draftKey ?? newKey
  const isPlaced = answer?.isPlaced === true
  useEffect(() => {
    if (isPlaced) forgetDraftKey(buyer.id, post.id)
  }, [isPlaced, buyer.id, post.id])

  const [quantity, setQuantity] = useState(Number(answer?.typed?.quantity ?? 1))
  const form = useForm(orderRules(post.kind), answer)
  useFilledIn({
    form: form.props.ref,
    buyerId: buyer.id,
    postId: post.id,
    isAnswered: answer?.typed !== undefined,
    isFromServer: opened !== null,
    onDraft(draft) {
      setDraftKey(draft.key)
      if (draft.fields.quantity) setQuantity(Number(draft.fields.quantity))
    },
  })
  const known = opened?.buyerDetails
  const { state, formData } = useNavigation()
  const isSending = state !== 'idle' && formData?.get('key') === key
  const isCourse = post.kind === 'course'
  const isCounted = Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity

  const shownPost = answer?.newPaise === undefined ? post : { ...post, sellingPricePaise: answer.newPaise }
  const price = payablePaise(shownPost)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Buy"
      footer={
        <>
          <p className="flex-1 leading-tight tabular-nums">
            <span className="text-xs text-ink-soft">
              {isCourse ? 'Total' : `Total, ${isCounted ? quantity : 1} × ${formatPaise(price)}`}
            </span>
            <br />
            <strong className="text-xl whitespace-nowrap">{formatPaise(price * (isCounted ? quantity : 1))}</strong>
          </p>
          <Button type="submit" form="buy" variant="main" busy={isSending}>
            {isSending ? 'Placing order...' : 'Place Order'}
          </Button>
        </>
      }
    >
      <PostSummary post={shownPost} />
      <Form
        {...form.props}
        onInput={(event) => {
          form.props.onInput(event)
          keepDraft(buyer.id, post.id, event.currentTarget)
        }}
        id="buy"
        replace
        preventScrollReset
        className="grid gap-4.5"
      >
        {form.error && <ErrorSummary>{form.error}</ErrorSummary>}
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="shownPaise" value={price} />
        <Field
          label="Name"
          {...form.field('name', known?.name ?? buyer.name)}
          autoComplete="name"
          maxLength={nameMax}
        />
        {isCourse && <Field label="Email" {...form.field('email', known?.email)} type="email" autoComplete="email" />}
        <div className={pair}>
          <PhoneField
            label="Phone"
            {...form.field('phone', known?.phone ?? (buyer.kind === 'student' ? buyer.phone : null))}
          />
          <PhoneField
            label="Alternative Phone"
            {...form.field('alternativePhone', known?.alternativePhone)}
            autoComplete="off"
            hint="Optional"
          />
        </div>
        {!isCourse && (
          <>
            <div className={pair}>
              <Field
                label="Quantity"
                {...form.field('quantity', '1')}
                type="number"
                inputMode="numeric"
                min={1}
                max={maxQuantity}
                onChange={(event) => setQuantity(Number(event.currentTarget.value))}
              />
              <PinField {...form.field('pin', known?.pin)} />
            </div>
            <AddressField {...form.field('address', known?.address)} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

interface FilledIn {
  form: RefObject<HTMLFormElement | null>
  buyerId: string
  postId: string
  /** The server has answered with what was typed: that stands. */
  isAnswered: boolean
  /** The server has filled in the details of the last order. */
  isFromServer: boolean
  onDraft: (draft: ReturnType<typeof findDraft>) => void
}

/** Restores the draft of the form on mount, then fills the fields still untouched with the details of the last order. */
function useFilledIn({ form, buyerId, postId, isAnswered, isFromServer, onDraft }: FilledIn) {
  const { data: details } = useJson(isFromServer || isAnswered ? null : '/buyer-details', readDetails)
  const start = useEffectEvent(() => {
    if (isAnswered) return
    const draft = findDraft(buyerId, postId)
    fill(form.current, draft.fields)
    onDraft(draft)
  })
  useEffect(() => start(), [])
  useEffect(() => {
    if (details) fill(form.current, details)
  }, [form, details])
}

const readDetails = (json: unknown) => json as BuyerDetails

function fill(form: HTMLFormElement | null, values: Record<string, string | null | undefined>) {
  for (const [name, value] of Object.entries(values)) {
    const field = form?.elements.namedItem(name)
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    const isTouched = isField && (field.value !== field.defaultValue || field === document.activeElement)
    if (value && isField && !isTouched) field.value = value
  }
}
