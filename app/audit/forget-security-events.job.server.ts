import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { securityDays } from './audit-rules.ts'

export async function forgetSecurityEvents(db: Db) {
  await db
    .deleteFrom('auditEvents')
    .where('kind', '=', 'security')
    .where('createdAt', '<', sql<Date>`now() - make_interval(days => ${securityDays})`)
    .execute()
}
