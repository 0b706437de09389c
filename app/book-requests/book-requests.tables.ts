import type { Generated } from 'kysely'

import type { ClosedBecause } from './book-request-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    bookRequests: {
      id: string
      accountId: string
      bookName: string
      className: string
      stream: string
      condition: string
      phone: string
      address: string
      pin: string
      comment: string
      key: string | null
      /** Null: it is open. */
      closedAt: Generated<Date | null>
      closedBecause: Generated<ClosedBecause | null>
      createdAt: Generated<Date>
    }
  }
}
