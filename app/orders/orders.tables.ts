import type { Generated } from 'kysely'

import type { PostKind } from '#app/posts/post-rules.ts'

import type { Actor, Deal, Deed, OrderState, OrderTab } from './order-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    orders: {
      id: string
      key: string
      kind: PostKind
      postId: string
      /** Null if the account was deleted; never both. */
      sellerId: string | null
      buyerId: string | null

      itemName: string
      authorName: string | null
      className: string | null
      condition: string | null
      description: string | null
      publishYear: number | null
      originalPricePaise: number
      sellingPricePaise: number | null
      picture1: string | null
      picture2: string | null
      picture3: string | null

      pricePaise: number
      quantity: number
      name: string
      phone: string
      alternativePhone: string | null
      email: string | null
      pin: string | null
      address: string | null
      createdAt: Generated<Date>

      /** What people call the order by. */
      number: Generated<number>
      deal: Deal
      state: Generated<OrderState>
      stateSince: Generated<Date>
      buyerTab: Generated<OrderTab>
      sellerTab: Generated<OrderTab>
      /** The next moment at which the clock reminds somebody or ends the order. */
      dueAt: Generated<Date | null>
      /** How many reminders there were in this state. */
      reminders: Generated<number>
      /** Until when each side sees how to reach the other. Null: not yet. */
      contactUntil: Generated<Date | null>
      /** How many were taken from the counted copies of the post, and would be given back. */
      copiesTaken: Generated<number>
      /** The last digits of the reference of a payment, as the buyer says. */
      paymentDigits: Generated<string | null>
    }
    /** How an order came into its state. */
    orderEvents: {
      id: Generated<string>
      orderId: string
      deed: Deed
      by: Actor
      fromState: OrderState
      toState: OrderState
      reason: string | null
      /** What the person wrote, or the last digits of a payment's reference. */
      detail: string | null
      key: string | null
      createdAt: Generated<Date>
    }
    /** The PDFs of an order. */
    orderFiles: {
      orderId: string
      number: number
      /** The file as it was when it was ordered. */
      sourceKey: string
      /** The buyer's own copy, with a line on each page. Null: it was not asked for yet. */
      copyKey: Generated<string | null>
    }
    handOverCodes: {
      orderId: string
      code: string
      wrongTries: Generated<number>
      lockedUntil: Generated<Date | null>
    }
    /** What the next purchase is filled in with. All null: it was forgotten. */
    buyerDetails: {
      accountId: string
      name: string | null
      phone: string | null
      alternativePhone: string | null
      email: string | null
      pin: string | null
      address: string | null
    }
  }
}
