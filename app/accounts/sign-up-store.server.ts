import { takeFile } from '#app/files/take-file.server.ts'
import { type Db, isUniqueViolation } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewStore } from './account-rules.ts'
import { hashPassword } from './password.server.ts'

/**
 * Whether the phone is taken is told last, where all else is right: else a sign-up that cannot succeed would tell it for any
 * number, without a trace.
 */
export async function signUpStore(db: Db, { password, ...store }: NewStore) {
  const passwordHash = await hashPassword(password) // before the transaction: it takes its time
  try {
    return await db.transaction().execute(async (transaction) => {
      if (!(await takeFile(transaction, store.picture, 'Bookstores'))) {
        return (await isSignedUp(transaction, store)) ? 'phone taken' : 'no picture'
      }
      await transaction
        .insertInto('stores')
        .values({ id: newId(), ...store, passwordHash })
        .execute()
      return 'signed up'
    })
  } catch (error) {
    if (isUniqueViolation(error, 'stores_phone_key')) return 'phone taken' // undone, the picture waits for another try
    throw error
  }
}

/** The same form was sent before, and its answer was lost: nobody else knows the picture's key. */
async function isSignedUp(db: Db, { phone, picture }: Omit<NewStore, 'password'>) {
  const store = await db
    .selectFrom('stores')
    .select('id')
    .where('phone', '=', phone)
    .where('picture', '=', picture)
    .executeTakeFirst()
  return store !== undefined
}
