import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { purchasesPath } from '#app/access/paths.ts'
import { formatPaise } from '#app/format/money.ts'
import { Field } from '#app/ui/field.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { QrDrawing } from '#app/ui/qr-code.server.ts'
import { QrCode } from '#app/ui/qr-code.tsx'

import type { DeedAnswer } from './answer-deed.server.ts'
import { CopyButton } from './copy-button.tsx'
import { DeedButton, DeedForm } from './deed-form.tsx'
import { LastWords } from './last-words.tsx'
import type { Purchase } from './order-queries.server.ts'
import { deedLabels } from './state-texts.ts'

export interface ShownPurchase extends Purchase {
  /** Idempotency key of its next step. */
  key: string
  codeDrawing: QrDrawing | null
  payDrawing: QrDrawing | null
}

interface BuyerNextStepProps {
  order: ShownPurchase
  answer: DeedAnswer | undefined
}

/** What the buyer does next, or waits for. */
export function BuyerNextStep({ order, answer }: BuyerNextStepProps) {
  const { state, deal, key, id } = order
  const error = answer?.errors?.[''] && (
    <p role="alert" className="text-sm font-semibold text-accent-ink">
      {answer.errors['']}
    </p>
  )
  switch (state) {
    case 'placed':
      if (deal !== 'file') return <Say icon="clock">The seller has until then to answer. You owe nothing yet.</Say>
      return (
        <>
          {error}
          <HowToPay order={order} />
          {order.upiAddress && (
            <DeedForm orderId={id} orderKey={key} deed="say paid" className="grid gap-3">
              <Field
                label="Last 4 digits of the reference"
                name="detail"
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                defaultValue={answer?.typed?.detail}
                error={answer?.errors?.detail}
                hint="Your UPI app shows the reference after you have paid."
              />
              <DeedButton orderKey={key}>{deedLabels['say paid']}</DeedButton>
            </DeedForm>
          )}
          <Say icon="lock">No money goes through this site: you pay the seller.</Say>
        </>
      )
    case 'meeting':
    case 'preparing':
    case 'ready':
      return (
        <>
          {error}
          <HandOverCode order={order} />
          <CallSeller order={order} />
          {order.upiAddress && <HowToPay order={order} />}
        </>
      )
    case 'packing':
      return (
        <>
          <Say icon="box">The seller sends it to the address that you gave.</Say>
          <CallSeller order={order} />
          {order.upiAddress && <HowToPay order={order} />}
        </>
      )
    case 'sent':
      return (
        <>
          {error}
          <Say icon="box">When it has arrived and is as it was described, say so.</Say>
          <DeedForm orderId={id} orderKey={key} deed="say received" className="flex">
            <DeedButton orderKey={key}>{deedLabels['say received']}</DeedButton>
          </DeedForm>
          <CallSeller order={order} />
        </>
      )
    case 'paid':
      return (
        <Say icon="clock">
          The file opens here as soon as the seller confirms. We remind them after 12 hours. No money goes through this
          site.
        </Say>
      )
    case 'problem':
      return (
        <>
          <LastWords side="buyer" order={order} />
          <Downloads order={order} />
          <Say icon="flag">Our team reads it and writes to you. Keep the item, and what your bank app shows.</Say>
          <CallSeller order={order} />
        </>
      )
    case 'completed':
      return (
        <>
          {error}
          <LastWords side="buyer" order={order} />
          <Downloads order={order} />
          <Say icon="check">
            {deal === 'file' ? 'The file is yours. Your name stands on each page.' : 'You have it. Enjoy reading.'}
          </Say>
          <CallSeller order={order} />
        </>
      )
    case 'declined':
    case 'cancelled':
    case 'expired':
      return (
        <>
          <LastWords side="buyer" order={order} />
          <Say icon="close">
            {state === 'expired' ? 'It was not completed in time. ' : ''}Nothing is owed. Other copies may be for sale.
          </Say>
          <Link to={`/search?q=${encodeURIComponent(order.itemName)}`} className="button button-line">
            Find another copy
          </Link>
        </>
      )
  }
}

/** Full page loads: the browser saves what comes. */
function Downloads({ order: { id, pdfs } }: { order: ShownPurchase }) {
  return pdfs.map((number) => (
    <a key={number} href={`${purchasesPath}/${id}/pdfs/${number}`} download className="button button-ink min-h-12">
      <Icon name="download" />
      {pdfs.length === 1 ? 'Download PDF' : `Download PDF ${number}`}
    </a>
  ))
}

function Say({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex gap-2 text-sm text-ink-soft">
      <Icon name={icon} className="mt-px size-4.5 flex-none" />
      <span>{children}</span>
    </p>
  )
}

function HandOverCode({ order: { code, codeDrawing, itemName } }: { order: ShownPurchase }) {
  if (!code || !codeDrawing) return null
  return (
    <section aria-label={`Hand-over code of ${itemName}`}>
      <h3 className="font-sans text-sm font-semibold tracking-normal">Hand-over code</h3>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4">
        <div>
          <output
            aria-label={Array.from(code).join(' ')}
            className="block text-3xl font-bold tracking-[0.06em] whitespace-nowrap tabular-nums"
          >
            {code.slice(0, 3)} {code.slice(3)}
          </output>
          <p className="mt-1.5 text-sm text-ink-soft">
            Show it when the item is in your hands, not before. The seller types or scans it.
          </p>
        </div>
        <QrCode drawing={codeDrawing} label="Hand-over code as a QR code" />
      </div>
    </section>
  )
}

function HowToPay({ order }: { order: ShownPurchase }) {
  const { itemName, upiAddress, payDrawing, pricePaise, quantity, sellerName } = order
  if (!upiAddress || !payDrawing)
    return <Say icon="clock">The seller has not said yet how to pay. We have asked them: it will stand here.</Say>
  return (
    <section aria-label={`How to pay for ${itemName}`} className="grid gap-3">
      <h3 className="font-sans text-sm font-semibold tracking-normal">Amount</h3>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4">
        <div>
          <p className="text-3xl font-bold tracking-[-0.01em] tabular-nums">{formatPaise(pricePaise * quantity)}</p>
          <p className="mt-1.5 text-sm wrap-anywhere text-ink-soft">to {sellerName} by UPI</p>
        </div>
        <QrCode drawing={payDrawing} label="QR code for a UPI app" />
      </div>
      <div className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center rounded-md border border-edge bg-paper pl-3.5">
        <code className="text-sm font-medium wrap-anywhere">{upiAddress}</code>
        <CopyButton text={upiAddress} />
      </div>
    </section>
  )
}

function CallSeller({ order: { sellerName, sellerPhone } }: { order: ShownPurchase }) {
  if (!sellerPhone) return null
  return (
    <a href={`tel:+91${sellerPhone}`} className="button button-line min-h-12 min-w-0 bg-paper">
      <Icon name="phone" />
      <span className="truncate">
        Call {sellerName}, {sellerPhone}
      </span>
    </a>
  )
}
