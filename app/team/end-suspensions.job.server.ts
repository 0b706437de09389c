import { findOverdueSuspensions } from '#app/accounts/suspend-account.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { liftSuspension } from './moderate.server.ts'

/** Shows the posts of those again whose suspension is over. */
export async function endSuspensions(db: Db) {
  for (const { id } of await findOverdueSuspensions(db))
    await db.transaction().execute((transaction) => liftSuspension(transaction, id))
}
