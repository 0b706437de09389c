import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'

import type { Viewer } from '#app/access/viewer.ts'
import { formatPaise } from '#app/format/money.ts'
import { nameMax } from '#app/forms/field-rules.ts'
import { AddressField, PhoneField, PinField } from '#app/forms/person-fields.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PostSummary } from '#app/posts/post-summary.tsx'
import { payablePaise } from '#app/posts/prices.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'

import type { OrderAnswer } from './answer-order.server.ts'
import type { RememberedDetails } from './buyer-details-queries.server.ts'
import { HowItWorks } from './how-it-works.tsx'
import { findDraft, forgetDraftKey, saveDraft } from './order-draft.ts'
import { fewLeft } from './order-texts.ts'
import { maxQuantity, orderRules } from './purchase-rules.ts'

interface Buying {
  post: ListedPost
  buyer: Viewer
  /** What is remembered of the buyer; null until it has arrived. */
  details: RememberedDetails | null
  /** The idempotency key in the server's HTML; null in a dialog. */
  formKey: string | null
  answer: OrderAnswer | undefined
  isSending: boolean
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

/** The parts of the purchase form, which the dialog and the page place differently. */
export function useBuyForm({ post, buyer, details, formKey, answer, isSending }: Buying) {
  const newKey = useIdempotencyKey(formKey, answer)
  const [draftKey, setDraftKey] = useState<string | null>(null)
  const key = draftKey ?? newKey
  const isPlaced = answer?.isPlaced === true
  useEffect(() => {
    if (isPlaced) forgetDraftKey(buyer.id, post.id)
  }, [isPlaced, buyer.id, post.id])

  const [quantity, setQuantity] = useState(Number(answer?.typed?.quantity ?? 1))
  const form = useForm(rulesFor(post), answer)
  // A default that changes would change the field in which somebody is about to type.
  const [known] = useState(details)
  useDraft({
    form: form.props.ref,
    buyerId: buyer.id,
    postId: post.id,
    isAnswered: answer?.typed !== undefined,
    onDraft(draft) {
      setDraftKey(draft.key)
      if (draft.fields.quantity) setQuantity(Number(draft.fields.quantity))
    },
  })
  useEffect(() => {
    if (details && details !== known) fill(form.props.ref.current, details)
  }, [details, known, form.props.ref])
  const isCourse = post.kind === 'course'
  const most = Math.min(maxQuantity, post.copiesLeft ?? maxQuantity)
  const validQuantity = Number.isInteger(quantity) && quantity >= 1 && quantity <= most ? quantity : 1

  const shownPost = answer?.newPaise === undefined ? post : { ...post, sellingPricePaise: answer.newPaise }
  const price = payablePaise(shownPost)
  return {
    head: (
      <>
        <PostSummary post={shownPost} />
        <HowItWorks post={shownPost} className="mb-5" />
      </>
    ),
    formProps: {
      ...form.props,
      onInput(event: Parameters<typeof form.props.onInput>[0]) {
        form.props.onInput(event)
        saveDraft(buyer.id, post.id, event.currentTarget)
      },
      id: 'buy',
      className: 'grid gap-4.5',
    },
    fields: (
      <>
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
          <PhoneField label="Phone" {...form.field('phone', known?.phone ?? buyer.phone)} />
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
                max={most}
                hint={post.copiesLeft === null ? undefined : `${post.copiesLeft.toLocaleString('en-IN')} left`}
                onChange={(event) => setQuantity(Number(event.currentTarget.value))}
              />
              <PinField {...form.field('pin', known?.pin)} />
            </div>
            <AddressField {...form.field('address', known?.address)} />
          </>
        )}
      </>
    ),
    foot: (
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
    ),
  }
}

interface Restoring {
  form: RefObject<HTMLFormElement | null>
  buyerId: string
  postId: string
  /** The answer has the typed values. */
  isAnswered: boolean
  onDraft: (draft: ReturnType<typeof findDraft>) => void
}

/** Restores the draft on mount, but for what was typed already. */
function useDraft({ form, buyerId, postId, isAnswered, onDraft }: Restoring) {
  const restoreDraft = useEffectEvent(() => {
    if (isAnswered) return
    const draft = findDraft(buyerId, postId)
    fill(form.current, draft.fields)
    onDraft(draft)
  })
  useEffect(() => restoreDraft(), [])
}

function fill(form: HTMLFormElement | null, values: Record<string, string | null>) {
  for (const [name, value] of Object.entries(values)) {
    const field = form?.elements.namedItem(name)
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    const isTouched = isField && (field.value !== field.defaultValue || field === document.activeElement)
    if (value && isField && !isTouched) field.value = value
  }
}
