import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { outboxDays } from './notice-rules.ts'

const outboxAge = sql`make_interval(days => ${sql.lit(outboxDays)})`

/** In the app for a year. What was or was not sent for 30 days, for the team (`npm run mails`, and its overview). */
export async function forgetOldNotices(db: Db) {
  await sql`delete from outbox where created_at < now() - ${outboxAge}`.execute(db)
  await sql`
    delete from notices where created_at < now() - interval '1 year'
      or created_at < now() - ${outboxAge} and not is_in_app`.execute(db)
  await sql`delete from account_links where expires_at < now()`.execute(db)
}
