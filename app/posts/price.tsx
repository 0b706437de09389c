import { formatPaise } from '#app/format/money.ts'

import { payablePaise, percentOff, type Prices } from './prices.ts'

/** What the buyer pays, the original price if that is higher, and by how many percent. */
export function Price({ of }: { of: Prices }) {
  const paid = payablePaise(of)
  const percent = percentOff(of)
  return (
    <p className="price">
      <strong className="price-paid">{formatPaise(paid)}</strong>
      {paid < of.pricePaise && (
        <s className="text-sm text-ink-soft">
          <span className="sr-only">Original price </span>
          {formatPaise(of.pricePaise)}
        </s>
      )}
      {percent > 0 && <span className="text-xs font-bold text-accent-ink">{`${percent}% off`}</span>}
    </p>
  )
}
