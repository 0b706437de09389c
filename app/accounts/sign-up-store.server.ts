import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewStore } from './account-rules.ts'
import { addAccount } from './add-account.server.ts'
import { districtNamed } from './districts.ts'
import { hashPassword } from './password.server.ts'

/**
 * Checks the phone last, when all else is valid: otherwise sign-ups that fail on purpose could test any phone number
 * without leaving an account.
 */
export async function signUpStore(db: Db, { password, ...store }: NewStore) {
  const { district, address, picture, ...account } = store
  const id = newId()
  const passwordHash = await hashPassword(password) // slow, so before the transaction
  try {
    return await db.transaction().execute(async (transaction) => {
      if (!(await takeFile(transaction, picture, 'Bookstores'))) {
        return (await isRetry(transaction, store)) ? 'phone taken' : 'no picture'
      }
      const row = { id, kind: 'store' as const, ...account, passwordHash, district: districtNamed(district) }
      if (!(await addAccount(transaction, row))) throw new PhoneTaken()
      await transaction.insertInto('stores').values({ accountId: id, district, address, picture }).execute()
      return 'signed up'
    })
  } catch (error) {
    if (error instanceof PhoneTaken) return 'phone taken'
    throw error
  }
}

/** Thrown to roll back `takeFile`: the picture stays available for another try. */
class PhoneTaken extends Error {}

/** Whether the same form signed up before and its response was lost: nobody else knows the picture's key. */
async function isRetry(db: Db, { phone, picture }: Omit<NewStore, 'password'>) {
  const store = await db
    .selectFrom('stores')
    .innerJoin('accounts', 'accounts.id', 'accountId')
    .select('accountId')
    .where('phone', '=', phone)
    .where('picture', '=', picture)
    .executeTakeFirst()
  return store !== undefined
}
