import type { ReactNode } from 'react'

import { LocalDate } from '#app/format/local-date.tsx'
import { formatPaise } from '#app/format/money.ts'
import { kindWords } from '#app/posts/post-texts.ts'
import { Card } from '#app/ui/card.tsx'

import type { ReceivedOrder } from './order-queries.server.ts'

/** Must be inside a GET form: the item's name submits it and opens the order, which shows truncated texts in full. */
export function OrderCard({ order }: { order: ReceivedOrder }) {
  const { id, kind, itemName, name, pin, email, pricePaise, quantity, createdAt } = order
  return (
    <Card aria-label={itemName}>
      <dl className="grid grid-cols-[minmax(0,1fr)_minmax(min-content,1fr)] gap-y-3 [&_dd]:font-medium [&_dt]:text-xs [&_dt]:text-ink-soft">
        <div className="col-span-2 border-b border-rule pb-1">
          <dt>{kindWords[kind].label} Name</dt>
          <dd>
            <button
              type="submit"
              name="order"
              value={id}
              className="min-h-11 text-left text-accent-ink underline underline-offset-3"
            >
              <span className="line-clamp-3">{itemName}</span>
            </button>
          </dd>
        </div>
        <Fact label="Name">{name}</Fact>
        {kind === 'course' ? <Fact label="E-mail">{email}</Fact> : <Fact label="PIN">{pin}</Fact>}
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
    </Card>
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
