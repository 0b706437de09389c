import type { Generated } from 'kysely'

import type { AuditEvent, AuditKind } from './audit-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    /** Rows are only added: a trigger refuses the rest. */
    auditEvents: {
      id: Generated<string>
      kind: AuditKind
      event: AuditEvent
      /** The member of the team who did it; null: `by` says who. */
      memberId: string | null
      by: string
      /** The person concerned; the account may be deleted by now. */
      accountId: string | null
      /** What it was done to, such as "ticket 2481". */
      subject: string | null
      reason: string | null
      createdAt: Generated<Date>
    }
  }
}
