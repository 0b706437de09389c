// Not in post-rules.ts, so that lists do not load Zod.
export interface Prices {
  pricePaise: number
  sellingPricePaise: number | null
  discount: number | null
}

/** What a buyer pays: the selling price, else the price less the discount, else the price. */
export function payablePaise({ pricePaise, sellingPricePaise, discount }: Prices) {
  if (sellingPricePaise !== null) return sellingPricePaise
  return discount ? Math.round((pricePaise * (100 - discount)) / 100) : pricePaise
}
