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
    <p className="flex flex-wrap items-baseline gap-x-2 whitespace-nowrap tabular-nums">
      <strong className="text-[1.25rem] font-bold tracking-[-0.01em]">{formatPaise(paid)}</strong>
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
