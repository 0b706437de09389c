import { takeFile } from '#app/files/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewStore } from './account-rules.ts'
import { hashPassword } from './password.server.ts'

export async function signUpStore(db: Db, { password, ...store }: NewStore) {
  const passwordHash = await hashPassword(password) // before the transaction: it takes its time
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('stores')
      .values({ id: newId(), ...store, passwordHash })
      .onConflict((conflict) => conflict.column('phone').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return 'phone taken'
    if (await takeFile(transaction, store.picture, 'Bookstores')) return 'signed up'
    await transaction.deleteFrom('stores').where('id', '=', row.id).execute()
    return 'no picture'
  })
}
