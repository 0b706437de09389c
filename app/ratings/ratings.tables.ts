import type { Generated } from 'kysely'

import type { Rater } from './rating-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    /** What the two sides of a completed order think of each other. */
    ratings: {
      id: Generated<string>
      orderId: string
      /** Who gave it. */
      by: Rater
      /** Null: that account was deleted, and the words with it. */
      authorId: string | null
      ratedId: string
      stars: number
      /** Asked with one tap each. Null: not asked, or left out. */
      asPromised: boolean | null
      communication: boolean | null
      useful: boolean | null
      words: string | null
      key: string
      createdAt: Generated<Date>
      /** Since when others see it. */
      shownAt: Date | null
      /** When others see it at the latest. */
      showAt: Date
      answer: Generated<string | null>
      reportedAt: Generated<Date | null>
      /** When the team hid it: it is not shown then. */
      hiddenAt: Generated<Date | null>
    }
    /** Sums of the ratings of an account that are shown, by who gave them. */
    ratingSums: {
      accountId: string
      by: Rater
      ratings: number
      stars: number
      promised: number
      promisedOf: number
      communication: number
      communicationOf: number
      useful: number
      usefulOf: number
    }
  }
}
