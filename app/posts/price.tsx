import { formatPaise } from '#app/format/money.ts'

import { payablePaise, type Prices } from './prices.ts'

/** What the buyer pays, the original price if that is higher, and the discount if it makes the difference. */
export function Price({ of }: { of: Prices }) {
  const paid = payablePaise(of)
  return (
    <p className="price">
      <strong className="price-paid">{formatPaise(paid)}</strong>
      {paid < of.pricePaise && (
        <s className="text-sm text-ink-soft">
          <span className="sr-only">Original price </span>
          {formatPaise(of.pricePaise)}
        </s>
      )}
      {of.discount && of.sellingPricePaise === null ? (
        <span className="text-xs font-bold text-accent-ink">{of.discount}% off</span>
      ) : null}
    </p>
  )
}
