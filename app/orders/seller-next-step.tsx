import { useRef } from 'react'
import { Form, Link } from 'react-router'

import { profilePath } from '#app/access/paths.ts'
import { formatPaise } from '#app/format/money.ts'
import { RatingPart } from '#app/ratings/rating-part.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

import type { DeedAnswer } from './answer-deed.server.ts'
import { dialogOf } from './deed-dialog.tsx'
import { DeedButton, DeedForm } from './deed-form.tsx'
import { LastWords } from './last-words.tsx'
import type { ReceivedOrder } from './order-queries.server.ts'
import { type Deed, deedsFor, hasCode, isAccepted } from './order-rules.ts'
import { ListFields } from './order-tools.tsx'
import type { OrdersAsked } from './orders-address.ts'
import { ScanCode } from './scan-code.tsx'
import { deedLabels } from './state-texts.ts'

export interface ShownOrder extends ReceivedOrder {
  /** Idempotency key of its next step. */
  key: string
}

interface SellerNextStepProps {
  order: ShownOrder
  asked: OrdersAsked
  answer: DeedAnswer | undefined
  hasUpiAddress: boolean
  now: Date
}

/** What the seller does next, or waits for. */
export function SellerNextStep({ order, asked, answer, hasUpiAddress, now }: SellerNextStepProps) {
  const { id, key, state } = order
  const deeds = deedsFor('seller', order)
  const inDialog = deeds.filter((deed) => dialogOf(deed))
  const accepts = deeds.filter((deed) => deed in acceptLabels)
  const error = answer?.errors?.['']
  const content = contentOf(order, { answer, hasUpiAddress, accepts })
  const rating = (
    <RatingPart side="seller" order={order} other={order.isBuyerHere ? order.name : null} answer={answer} now={now} />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 bg-leaf p-4 text-sm empty:hidden">
      {error && (
        <p role="alert" className="font-semibold text-accent-ink">
          {error}
        </p>
      )}
      {content}
      {rating}
      {order.isStillForSale && asked.first === id && isAccepted(state) && <StillForSale orderId={id} />}
      {deeds.includes('mark as sent') && hasCode(state) && (
        <DeedForm orderId={id} orderKey={key} deed="mark as sent" className="flex">
          <DeedButton orderKey={key} variant="line">
            {deedLabels['mark as sent']}
          </DeedButton>
        </DeedForm>
      )}
      {inDialog.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <Form method="get" preventScrollReset className="flex flex-1">
            <ListFields asked={asked} />
            {inDialog.map((deed) => (
              <Button
                key={deed}
                type="submit"
                name={dialogOf(deed)}
                value={id}
                variant={deed === 'decline' ? 'line' : 'bad'}
                className={deed === 'decline' ? 'min-h-12 flex-1' : '-mx-3 px-3'}
              >
                {deedLabels[deed]}
              </Button>
            ))}
          </Form>
          {accepts.length > 0 && (
            <DeedButton orderKey={key} form={acceptForm(order)}>
              Accept
            </DeedButton>
          )}
        </div>
      )}
    </div>
  )
}

/** Asked once, after an order of a post without counted copies was accepted. */
function StillForSale({ orderId }: { orderId: string }) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center justify-between gap-2 border-y border-rule py-2"
    >
      <p className="font-semibold">Still for sale?</p>
      <Button type="submit" name="sold" value={orderId} variant="line">
        Mark as sold
      </Button>
    </Form>
  )
}

interface ContentProps {
  answer: DeedAnswer | undefined
  hasUpiAddress: boolean
  /** The ways in which it can be accepted. */
  accepts: Deed[]
}

function contentOf(order: ShownOrder, { answer, hasUpiAddress, accepts }: ContentProps) {
  const { id, key, state, deal, pricePaise, quantity, paymentDigits } = order
  switch (state) {
    case 'placed':
      if (deal === 'file')
        return hasUpiAddress ? (
          <p className="text-ink-soft">The buyer sees your UPI address, and says when it is paid.</p>
        ) : (
          <p>
            The buyer does not know how to pay you.{' '}
            <Link to={`${profilePath.student}?edit=on`} className="font-semibold text-accent-ink">
              Add your UPI address
            </Link>
          </p>
        )
      return (
        <DeedForm id={acceptForm(order)} orderId={id} orderKey={key}>
          <p className="text-ink-soft">Phone and address show after you accept.</p>
          <fieldset className="flex flex-wrap gap-x-5">
            <legend className="sr-only">How does the buyer get it?</legend>
            {accepts.map((deed, n) => (
              <label key={deed} className="flex min-h-11 items-center gap-2.5 font-medium">
                <input
                  type="radio"
                  name="deed"
                  value={deed}
                  defaultChecked={n === 0}
                  className="size-5 accent-[var(--color-ink)]"
                />
                {acceptLabels[deed]}
              </label>
            ))}
          </fieldset>
        </DeedForm>
      )
    case 'meeting':
    case 'ready':
      return <EnterCode order={order} answer={answer} />
    case 'preparing':
      return (
        <>
          <DeedForm orderId={id} orderKey={key} deed="mark as ready" className="flex">
            <DeedButton orderKey={key}>{deedLabels['mark as ready']}</DeedButton>
          </DeedForm>
          <EnterCode order={order} answer={answer} />
        </>
      )
    case 'packing':
      return (
        <>
          <p className="text-ink-soft">Open the order for the address.</p>
          <DeedForm orderId={id} orderKey={key} deed="mark as sent" className="flex">
            <DeedButton orderKey={key}>{deedLabels['mark as sent']}</DeedButton>
          </DeedForm>
        </>
      )
    case 'sent':
      return <p className="text-ink-soft">The buyer says when it has arrived.</p>
    case 'paid':
      return (
        <>
          <p className="border-l-3 border-muga pl-3">
            The buyer paid <b>{formatPaise(pricePaise * quantity)}</b>. The reference ends in <b>{paymentDigits}</b>.
            Look in your bank app, then confirm.
          </p>
          <p className="text-xs text-ink-soft">Confirming gives the buyer the file. It cannot be taken back.</p>
          <div className="flex flex-wrap gap-2">
            <DeedForm orderId={id} orderKey={key} deed="deny payment" className="flex flex-1">
              <DeedButton orderKey={key} variant="line">
                {deedLabels['deny payment']}
              </DeedButton>
            </DeedForm>
            <DeedForm orderId={id} orderKey={key} deed="confirm payment" className="flex flex-1">
              <DeedButton orderKey={key}>{deedLabels['confirm payment']}</DeedButton>
            </DeedForm>
          </div>
        </>
      )
    case 'problem':
    case 'cancelled':
    case 'declined':
    case 'expired':
    case 'completed':
      return <LastWords side="seller" order={order} />
  }
}

const acceptForm = ({ number }: ShownOrder) => `accept-${number}`

const acceptLabels: Partial<Record<Deed, string>> = {
  'accept to meet': 'We meet',
  'accept to collect': 'The buyer collects it',
  'accept to send': 'I send it by post',
}

function EnterCode({ order: { id, key }, answer }: { order: ShownOrder; answer: DeedAnswer | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const write = (code: string) => {
    input.current!.value = code
    input.current!.focus()
  }
  return (
    <DeedForm orderId={id} orderKey={key} deed="hand over" className="grid gap-3">
      <Field
        ref={input}
        label="Hand-over code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        defaultValue={answer?.typed?.code}
        error={answer?.errors?.code}
        hint="6 digits. The buyer shows them when the item changes hands."
      />
      <div className="flex gap-2">
        <ScanCode onCode={write} />
        <DeedButton orderKey={key}>{deedLabels['hand over']}</DeedButton>
      </div>
    </DeedForm>
  )
}
