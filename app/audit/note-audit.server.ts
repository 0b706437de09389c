import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { type AuditEvent, auditEvents } from './audit-rules.ts'

/** Who does something: a member of the team, or whom these words name. */
export type AuditActor = { id: string; name: string } | 'the person' | 'somebody' | `command line of ${string}`

interface AuditNote {
  event: AuditEvent
  by: AuditActor
  /** The person concerned. */
  accountId?: string | null
  /** What it was done to, such as "ticket 2481". */
  subject?: string | null
  reason?: string | null
}

/** Not again within 15 minutes: for what somebody can cause as often as they like. */
export async function noteAuditOnce(db: Db, note: AuditNote) {
  const { accountId = null, subject = null } = note
  const noted = await db
    .selectFrom('auditEvents')
    .select('id')
    .where('kind', '=', auditEvents[note.event])
    .where('event', '=', note.event)
    .where('accountId', 'is not distinct from', accountId)
    .where('subject', 'is not distinct from', subject)
    .where('id', '>', sql<string>`uuidv7(interval '-15 minutes')`)
    .executeTakeFirst()
  if (!noted) await noteAudit(db, note)
}

/** Belongs into the transaction of the deed, and before what is looked at is shown. */
export async function noteAudit(db: Db, { event, by, accountId = null, subject = null, reason = null }: AuditNote) {
  const isMember = typeof by !== 'string'
  await db
    .insertInto('auditEvents')
    .values({
      kind: auditEvents[event],
      event,
      accountId,
      subject,
      reason,
      memberId: isMember ? by.id : null,
      by: isMember ? by.name : by,
    })
    .execute()
}
