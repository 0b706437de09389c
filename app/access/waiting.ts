/** What waits for the viewer, each counted up to 100: unread notices, orders received, orders placed. */
export interface Waiting {
  notices: number
  orders: number
  purchases: number
}

export const nothingWaits: Waiting = { notices: 0, orders: 0, purchases: 0 }
