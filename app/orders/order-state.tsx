import { formatDay, formatTime } from '#app/format/dates.ts'
import type { OrderRating } from '#app/ratings/rating-queries.server.ts'
import { ratingEnd } from '#app/ratings/rating-rules.ts'

import type { OrderStep } from './order-queries.server.ts'
import { type Deal, endOf, type OrderState, type Side, tabOf } from './order-rules.ts'
import { lineOf } from './order-line.ts'
import { describeDeadline, describeState } from './state-texts.ts'

interface Stated {
  deal: Deal
  state: OrderState
  stateSince: Date
}

/** The state in words. Amber: it waits for the other side. */
export function StateWords({ side, order: { deal, state } }: { side: Side; order: Stated }) {
  const tab = tabOf(side, deal, state)
  const look = { own: 'text-ink', other: 'text-muga', completed: 'text-tea', ended: 'text-ink-soft' }[tab]
  return (
    <p className={`flex items-center gap-2.5 text-sm font-semibold ${look}`}>
      <span aria-hidden="true" className="ml-0.5 size-2.25 flex-none rotate-45 bg-current" />
      {describeState(side, deal, state)}
    </p>
  )
}

/** By when the next step has to be taken. */
export function Deadline({ order: { deal, state, stateSince }, now }: { order: Stated; now: Date }) {
  const end = endOf(deal, state, stateSince)
  const words = describeDeadline(deal, state)
  if (state === 'paid') return <>Since {formatMoment(stateSince, now)}</>
  if (!end || !words) return null
  return (
    <>
      {words} {state === 'placed' ? formatMoment(end, now) : formatDay(end, now)}
    </>
  )
}

const formatMoment = (date: Date, now: Date) => `${formatDay(date, now)}, ${formatTime(date)}`

interface LineProps {
  order: Stated & { createdAt: Date; history: OrderStep[]; hours: number; ratings: OrderRating[] }
  now: Date
}

/** What has happened to an order, and what is to come. */
export function LineOfTime({ order, now }: LineProps) {
  const steps = lineOf(order)
  const current = steps.findLastIndex(({ at }) => at !== null)
  const end =
    order.state === 'completed' ? ratingEnd(order.stateSince) : endOf(order.deal, order.state, order.stateSince)
  return (
    <ol aria-label="Line of time" className="order-line">
      {steps.map(({ label, at }, n) => (
        // A step may happen twice, such as a problem.
        <li
          // oxlint-disable-next-line react/no-array-index-key
          key={n}
          data-done={at ? '' : undefined}
          aria-current={n === current ? 'step' : undefined}
        >
          <b>{label}</b>
          {at ? (
            <time dateTime={at.toISOString()}>{formatDay(at, now)}</time>
          ) : (
            n === current + 1 && end && `by ${formatDay(end, now)}`
          )}
        </li>
      ))}
    </ol>
  )
}
