import type { Generated } from 'kysely'

import type { ReportReason } from './report-reason-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    /** Who reported what a ticket is about, and why. */
    reports: {
      ticketId: string
      /** Null: that account was deleted. */
      reporterId: string | null
      reason: ReportReason
      words: string | null
      createdAt: Generated<Date>
    }
  }
}
