import type { Generated } from 'kysely'

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
      createdAt: Generated<Date>
    }
  }
}
