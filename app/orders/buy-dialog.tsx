import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ZodMiniType } from 'zod/mini'

import type { Viewer } from '#app/access/viewer.ts'
import { useJson } from '#app/connection/use-json.ts'
import { formatPaise } from '#app/format/money.ts'
import { nameMax } from '#app/forms/field-rules.ts'
import { AddressField, PhoneField, PinField } from '#app/forms/person-fields.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PostSummary } from '#app/posts/post-summary.tsx'
import { payablePaise } from '#app/posts/prices.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'

import type { OrderAnswer } from './answer-order.server.ts'
import type { RememberedDetails } from './buyer-details-queries.server.ts'
import { findDraft, forgetDraftKey, saveDraft } from './order-draft.ts'
import { HowItWorks } from './how-it-works.tsx'
import { fewLeft } from './order-texts.ts'
import { maxQuantity, orderRules } from './purchase-rules.ts'

interface BuyDialogProps {
  post: ListedPost
  buyer: Viewer
  /** Null if the dialog was opened on the client. */
  dialogData: { key: string; buyerDetails: RememberedDetails | null } | null
  answer: OrderAnswer | undefined
  onClose: () => void
}

/** Two fields side by side, if each has room for ten digits. */
const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] items-start gap-x-3 gap-y-4.5'

/** The rules of the form, and no more than the copies that are left. */
function rulesFor({ kind, copiesLeft }: ListedPost) {
  const rules: ZodMiniType = orderRules(kind)
  if (copiesLeft === null) return rules
  const message = fewLeft(copiesLeft)
  return rules.check(({ value, issues }) => {
    const { quantity = 0 } = value as { quantity?: number }
    if (quantity > copiesLeft) issues.push({ code: 'custom', path: ['quantity'], input: value, message })
  })
}

export function BuyDialog({ post, buyer, dialogData, answer, onClose }: BuyDialogProps) {
  const newKey = useIdempotencyKey(dialogData?.key ?? null, answer)
  const [draftKey, setDraftKey] = useState<string | null>(null)
  const key = draftKey ?? newKey
  const isPlaced = answer?.isPlaced === true
  useEffect(() => {
    if (isPlaced) forgetDraftKey(buyer.id, post.id)
  }, [isPlaced, buyer.id, post.id])

  const [quantity, setQuantity] = useState(Number(answer?.typed?.quantity ?? 1))
  const form = useForm(rulesFor(post), answer)
  usePrefill({
    form: form.props.ref,
    buyerId: buyer.id,
    postId: post.id,
    isAnswered: answer?.typed !== undefined,
    isFromServer: dialogData !== null,
    onDraft(draft) {
      setDraftKey(draft.key)
      if (draft.fields.quantity) setQuantity(Number(draft.fields.quantity))
    },
  })
  const details = dialogData?.buyerDetails
  const { state, formData } = useNavigation()
  const isSending = state !== 'idle' && formData?.get('key') === key
  const isCourse = post.kind === 'course'
  const most = Math.min(maxQuantity, post.copiesLeft ?? maxQuantity)
  const validQuantity = Number.isInteger(quantity) && quantity >= 1 && quantity <= most ? quantity : 1

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
              {isCourse ? 'Total' : `Total, ${validQuantity} × ${formatPaise(price)}`}
            </span>
            <br />
            <strong className="text-xl whitespace-nowrap">{formatPaise(price * validQuantity)}</strong>
          </p>
          <Button type="submit" form="buy" variant="main" busy={isSending}>
            {isSending ? 'Placing order...' : 'Place Order'}
          </Button>
        </>
      }
    >
      <PostSummary post={shownPost} />
      <HowItWorks post={shownPost} className="mb-5" />
      <Form
        {...form.props}
        onInput={(event) => {
          form.props.onInput(event)
          saveDraft(buyer.id, post.id, event.currentTarget)
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
          {...form.field('name', details?.name ?? buyer.name)}
          autoComplete="name"
          maxLength={nameMax}
        />
        {isCourse && <Field label="Email" {...form.field('email', details?.email)} type="email" autoComplete="email" />}
        <div className={pair}>
          <PhoneField label="Phone" {...form.field('phone', details?.phone ?? buyer.phone)} />
          <PhoneField
            label="Alternative Phone"
            {...form.field('alternativePhone', details?.alternativePhone)}
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
                max={most}
                hint={post.copiesLeft === null ? undefined : `${post.copiesLeft.toLocaleString('en-IN')} left`}
                onChange={(event) => setQuantity(Number(event.currentTarget.value))}
              />
              <PinField {...form.field('pin', details?.pin)} />
            </div>
            <AddressField {...form.field('address', details?.address)} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

interface Prefill {
  form: RefObject<HTMLFormElement | null>
  buyerId: string
  postId: string
  /** The answer has the typed values: nothing is prefilled. */
  isAnswered: boolean
  /** The server has prefilled the details of the last order. */
  isFromServer: boolean
  onDraft: (draft: ReturnType<typeof findDraft>) => void
}

/** Restores the draft on mount, then fills untouched fields with the details of the last order. */
function usePrefill({ form, buyerId, postId, isAnswered, isFromServer, onDraft }: Prefill) {
  const { data: details } = useJson(isFromServer || isAnswered ? null : '/buyer-details', readDetails)
  const restoreDraft = useEffectEvent(() => {
    if (isAnswered) return
    const draft = findDraft(buyerId, postId)
    fill(form.current, draft.fields)
    onDraft(draft)
  })
  useEffect(() => restoreDraft(), [])
  useEffect(() => {
    if (details) fill(form.current, details)
  }, [form, details])
}

const readDetails = (json: unknown) => json as RememberedDetails | null

function fill(form: HTMLFormElement | null, values: Record<string, string | null | undefined>) {
  for (const [name, value] of Object.entries(values)) {
    const field = form?.elements.namedItem(name)
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    const isTouched = isField && (field.value !== field.defaultValue || field === document.activeElement)
    if (value && isField && !isTouched) field.value = value
  }
}
