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

/** How much less than the original price a buyer pays, in whole percent; 0 if it is less than one. */
export function percentOff(of: Prices) {
  const { pricePaise, sellingPricePaise, discount } = of
  if (sellingPricePaise === null) return discount ?? 0
  return pricePaise > 0 ? Math.floor(((pricePaise - sellingPricePaise) / pricePaise) * 100) : 0
}
