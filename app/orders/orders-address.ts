import { type OrderTab, orderTabs } from './order-rules.ts'

/** Which orders a page shows. */
export interface OrdersAsked {
  /** Null: all. */
  tab?: OrderTab | null
  /** In the name of the item, or of the buyer. Empty: all. */
  search?: string
  /** The id of the last order of the page before. */
  before?: string | null
  /** An order that stands first, whatever else is asked for. */
  first?: string | null
}

export const searchMax = 100

/** Reads the address of a page of orders. */
export function readAsked(query: URLSearchParams): OrdersAsked {
  return {
    tab: orderTabs.find((tab) => tab === query.get('tab')) ?? null,
    search: Array.from((query.get('q') ?? '').replaceAll('\0', '').trim())
      .slice(0, searchMax)
      .join(''),
    before: query.get('before'),
    first: query.get('first'),
  }
}

/** The address of a page of orders, after the `?`. */
export function queryOf({ tab, search, before, first }: OrdersAsked) {
  const fields = Object.entries({ tab, q: search, before, first }).filter(([, value]) => value)
  return `?${new URLSearchParams(fields as [string, string][])}`
}
