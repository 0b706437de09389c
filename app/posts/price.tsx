import { formatPaise } from '#app/platform/money.ts'

import { payablePaise } from './prices.ts'

interface PriceProps {
  pricePaise: number
  sellingPricePaise: number | null
  discount: number | null
}

/** What the buyer pays, and beside it what it cost, struck through where that is more. */
export function Price(prices: PriceProps) {
  const paid = payablePaise(prices)
  return (
    <p className="price">
      <strong className="price-paid">{formatPaise(paid)}</strong>
      {paid < prices.pricePaise && (
        <s className="text-sm text-ink-soft">
          <span className="sr-only">Original price </span>
          {formatPaise(prices.pricePaise)}
        </s>
      )}
      {prices.discount && prices.sellingPricePaise === null ? (
        <span className="text-xs font-bold text-accent-ink">{prices.discount}% off</span>
      ) : null}
    </p>
  )
}
