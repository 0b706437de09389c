import type { Generated } from 'kysely'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    contactMessages: {
      id: string
      accountId: string | null
      name: string
      phone: string
      reason: string
      key: string | null
      createdAt: Generated<Date>
    }
  }
}
