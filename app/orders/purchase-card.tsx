import { Form, Link } from 'react-router'

import { formatPaise } from '#app/format/money.ts'
import { PostCover } from '#app/posts/post-cover.tsx'
import { RatingPart } from '#app/ratings/rating-part.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { DeedAnswer } from './answer-deed.server.ts'
import { BuyerNextStep, type ShownPurchase } from './buyer-next-step.tsx'
import { dialogOf } from './deed-dialog.tsx'
import { deedsFor } from './order-rules.ts'
import { Deadline, LineOfTime, StateWords } from './order-state.tsx'
import { ListFields } from './order-tools.tsx'
import type { OrdersAsked } from './orders-address.ts'
import { deedLabels } from './state-texts.ts'

interface PurchaseCardProps {
  order: ShownPurchase
  asked: OrdersAsked
  answer: DeedAnswer | undefined
  now: Date
}

/** An order as its buyer sees it: how it stands, and the next step. */
export function PurchaseCard({ order, asked, answer, now }: PurchaseCardProps) {
  const { itemName, sellerName, sellerKind, sellerDistrict, pricePaise, quantity } = order
  const ownAnswer = answer?.order === order.id ? answer : undefined
  const seller = [sellerKind && (sellerKind === 'store' ? 'Store' : 'Student'), sellerDistrict].filter(Boolean)
  return (
    <article aria-label={itemName} className="purchase">
      <div data-part="facts">
        <div data-part="head">
          <StateWords side="buyer" order={order} />
        </div>
        <div
          data-part="head"
          className="grid grid-cols-[60px_minmax(0,1fr)] items-start gap-x-3.5 md:grid-cols-[72px_minmax(0,1fr)]"
        >
          <PostCover post={{ kind: order.kind, name: itemName, picture: order.picture }} maxWidth={72} sizes="72px" />
          <div className="min-w-0">
            <h2 className="font-sans text-[1.0625rem] leading-[1.35] font-semibold tracking-normal wrap-anywhere">
              <Link to={`/posts/${order.postId}`} className="line-clamp-3 no-underline hover:underline">
                {itemName}
              </Link>
            </h2>
            <p className="text-sm wrap-anywhere text-ink-soft">
              {order.sellerId ? <Link to={`/sellers/${order.sellerId}`}>{sellerName}</Link> : 'The seller has left'}
              {seller.map((fact) => ` · ${fact}`)}
            </p>
          </div>
        </div>
        <p className="flex flex-wrap gap-x-5 gap-y-0.5 text-xs text-ink-soft tabular-nums [&_b]:font-semibold [&_b]:text-ink">
          <Sum label="Order" value={order.number} />
          <Sum label="Quantity" value={quantity} />
          <Sum label="Total" value={formatPaise(pricePaise * quantity)} />
          {order.paymentDigits && <Sum label="Reference ends in" value={order.paymentDigits} />}
          <span>
            <Deadline order={order} now={now} />
          </span>
        </p>
        <LineOfTime order={order} now={now} />
        <QuietDeeds order={order} asked={asked} />
      </div>
      <div data-part="next">
        <BuyerNextStep order={order} answer={ownAnswer} />
        <RatingPart side="buyer" order={order} other={sellerName} answer={ownAnswer} now={now} />
      </div>
    </article>
  )
}

const Sum = ({ label, value }: { label: string; value: string | number }) => (
  <span>
    {label} <b>{value}</b>
  </span>
)

/** Cancel order, and Report a problem: each opens a dialog. */
function QuietDeeds({ order, asked }: { order: ShownPurchase; asked: OrdersAsked }) {
  const deeds = deedsFor('buyer', order).filter((deed) => dialogOf(deed))
  if (deeds.length === 0) return null
  return (
    <Form method="get" preventScrollReset className="-mx-3 -mb-2 flex flex-wrap max-md:mx-1! md:self-end">
      <ListFields asked={asked} />
      {deeds.toReversed().map((deed) => (
        <Button
          key={deed}
          type="submit"
          name={dialogOf(deed)}
          value={order.id}
          variant={deed === 'report problem' ? 'quiet' : 'bad'}
          className="px-3"
        >
          {deed === 'report problem' && <Icon name="flag" />}
          {deedLabels[deed]}
        </Button>
      ))}
    </Form>
  )
}
