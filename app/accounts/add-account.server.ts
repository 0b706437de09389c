import type { Insertable } from 'kysely'

import type { Db, Tables } from '#app/platform/db.server.ts'

/** Returns false if an account of the same kind has the phone. */
export async function addAccount(db: Db, account: Insertable<Tables['accounts']>) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.columns(['kind', 'phone']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
