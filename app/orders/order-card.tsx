import type { ReactNode } from 'react'
import { Form } from 'react-router'

import { LocalDate } from '#app/format/local-date.tsx'
import { formatPaise } from '#app/format/money.ts'
import { kindWords } from '#app/posts/post-texts.ts'
import { RatingMark } from '#app/ui/stars.tsx'

import type { DeedAnswer } from './answer-deed.server.ts'
import { Deadline, StateWords } from './order-state.tsx'
import { ListFields } from './order-tools.tsx'
import type { OrdersAsked } from './orders-address.ts'
import { SellerNextStep, type ShownOrder } from './seller-next-step.tsx'

interface OrderCardProps {
  order: ShownOrder
  asked: OrdersAsked
  answer: DeedAnswer | undefined
  /** Whether buyers of the seller's files know where to pay. */
  hasUpiAddress: boolean
  now: Date
}

/** An order as its seller sees it. The item's name opens the order, which shows truncated texts in full. */
export function OrderCard({ order, asked, answer, hasUpiAddress, now }: OrderCardProps) {
  const { id, kind, itemName, name, pin, email, pricePaise, quantity, createdAt } = order
  return (
    <article aria-label={itemName} className="flex flex-col overflow-hidden rounded-md border border-rule bg-paper">
      <div className="flex flex-wrap items-center justify-between gap-x-3 border-b border-rule px-4 py-3">
        <StateWords side="seller" order={order} />
        <p className="text-xs text-ink-soft">
          <Deadline order={order} now={now} />
        </p>
      </div>
      <dl className="grid flex-1 grid-cols-[minmax(0,1fr)_minmax(min-content,1fr)] content-start gap-y-3 p-4 [&_dd]:font-medium [&_dt]:text-xs [&_dt]:text-ink-soft">
        <div className="col-span-2 border-b border-rule pb-1">
          <dt>{kindWords[kind].label} Name</dt>
          <dd>
            <Form method="get" preventScrollReset>
              <ListFields asked={asked} />
              <button
                type="submit"
                name="order"
                value={id}
                className="min-h-11 text-left text-accent-ink underline underline-offset-3"
              >
                <span className="line-clamp-3">{itemName}</span>
              </button>
            </Form>
          </dd>
        </div>
        <Fact label="Name">{name}</Fact>
        {kind === 'course' ? <Fact label="E-mail">{email}</Fact> : <Fact label="PIN">{pin}</Fact>}
        {order.buyerRating !== null && (
          <div className="col-span-2">
            <dt>Rated by sellers</dt>
            <dd>
              <RatingMark average={order.buyerRating} count={order.buyerRatings!} />
            </dd>
          </div>
        )}
        <Fact label="Price">{formatPaise(pricePaise)}</Fact>
        <Fact label="Quantity">{quantity}</Fact>
        <div className="border-t border-rule pt-3">
          <dt>Order Date</dt>
          <dd>
            <LocalDate date={createdAt} />
          </dd>
        </div>
        <div className="border-t border-rule pt-3 text-right">
          <dt>Total</dt>
          <dd className="text-[1.25rem] leading-tight font-bold! whitespace-nowrap tabular-nums">
            {formatPaise(pricePaise * quantity)}
          </dd>
        </div>
      </dl>
      <SellerNextStep
        order={order}
        asked={asked}
        answer={answer?.order === id ? answer : undefined}
        hasUpiAddress={hasUpiAddress}
        now={now}
      />
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 pr-2">
      <dt>{label}</dt>
      <dd className="line-clamp-2">{children}</dd>
    </div>
  )
}
