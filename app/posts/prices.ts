// Apart from the rules of forms, so that a list does not load what checks them.

import { formatPaise } from '#app/platform/money.ts'

interface Prices {
  pricePaise: number
  sellingPricePaise: number | null
  discount: number | null
}

/** What a buyer pays: the selling price, else the price less the discount, else the price. */
export function payablePaise({ pricePaise, sellingPricePaise, discount }: Prices) {
  if (sellingPricePaise !== null) return sellingPricePaise
  return discount ? Math.round((pricePaise * (100 - discount)) / 100) : pricePaise
}

/** What a buyer pays; what it cost, where that is more; and the discount, where that is why. */
export function priceWords(prices: Prices) {
  const paid = payablePaise(prices)
  return {
    paid: formatPaise(paid),
    original: paid < prices.pricePaise ? formatPaise(prices.pricePaise) : null,
    discount: prices.discount && prices.sellingPricePaise === null ? String(prices.discount) : null,
  }
}
