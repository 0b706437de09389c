import type { Insertable } from 'kysely'

import { tellByMail } from '#app/notices/tell.server.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'

/** Sends the link that confirms the e-mail address. Returns false if an account of the same kind has the phone. */
export async function addAccount(db: Db, account: Insertable<Tables['accounts']>) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.columns(['kind', 'phone']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  await tellByMail(db, { event: 'confirm e-mail', accountId: account.id, address: account.email })
  return true
}
