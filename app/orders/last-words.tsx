import type { OrderStep } from './order-queries.server.ts'
import { type CancelReason, cancelReasons, type Side } from './order-rules.ts'

interface LastWordsProps {
  /** Who reads them. */
  side: Side
  order: { history: OrderStep[] }
}

/** What was said with the last step of an order: the reason of a cancellation, a problem, the team's decision. */
export function LastWords({ side, order: { history } }: LastWordsProps) {
  const last = history.at(-1)
  const words = last?.detail || (last?.reason && cancelReasons[last.reason as CancelReason])
  if (!last || !words || last.deed === 'say paid') return null
  const names: Record<string, string> = { buyer: 'The buyer', seller: 'The seller', team: 'Our team', [side]: 'You' }
  const who = names[last.by]
  return (
    <p className="border-l-3 border-muga pl-3 text-sm wrap-anywhere">
      {who && <b>{who}: </b>}
      {words}
    </p>
  )
}
