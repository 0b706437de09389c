import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { type PushSubscription, pushBrowsersMax } from '../notice-rules.ts'

/** Who is logged in, and where. */
interface LoggedIn {
  accountId: string
  sessionId: string
}

/** A browser belongs to who logged in last with it. */
export async function addSubscription(db: Db, loggedIn: LoggedIn, { endpoint, p256dh, auth }: PushSubscription) {
  const row = { ...loggedIn, p256dh, auth }
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('pushSubscriptions')
      .values({ endpoint, ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute()
    await sql`delete from push_subscriptions where account_id = ${loggedIn.accountId} and id in (
      select id from push_subscriptions where account_id = ${loggedIn.accountId}
      order by id desc offset ${pushBrowsersMax}
    )`.execute(transaction)
  })
}

export async function removeSubscription(db: Db, accountId: string, endpoint: string) {
  await db.deleteFrom('pushSubscriptions').where('accountId', '=', accountId).where('endpoint', '=', endpoint).execute()
}
