import type { priceWords } from './prices.ts'

/** What the buyer pays, and beside it what it cost, struck through where that is more. */
export function Price({ paid, original, discount }: ReturnType<typeof priceWords>) {
  return (
    <p className="price">
      <strong className="price-paid">{paid}</strong>
      {original && (
        <s className="text-sm text-ink-soft">
          <span className="sr-only">Original price </span>
          {original}
        </s>
      )}
      {discount && <span className="text-xs font-bold text-accent-ink">{discount}% off</span>}
    </p>
  )
}
