import { sql } from 'kysely'

import { dropFiles, removeDropped } from '#app/files/drop-files.server.ts'
import type { Storage } from '#app/files/storage.server.ts'
import { takeFile } from '#app/files/take-file.server.ts'
import { type Db, isUniqueViolation } from '#app/platform/db.server.ts'

import type { StoreProfile } from './account-rules.ts'
import { countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { isPassword } from './password.server.ts'

interface Update {
  id: string
  profile: StoreProfile
  address: string
}

/** The phone is what a store logs in with: who changes it shows that the password is known. */
export async function updateStore(db: Db, storage: Storage, { id, profile, address }: Update) {
  const { password, picture, ...fields } = profile
  const before = await db
    .selectFrom('stores')
    .select(['name', 'phone', 'passwordHash', 'picture'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

  if (fields.phone !== before.phone) {
    if (!password) return 'password needed'
    const { attempt, lockedSeconds } = await countAttempt(db, { kind: 'store', phone: before.phone, address })
    if (lockedSeconds > 0) return { lockedSeconds }
    if (!(await isPassword(password, before.passwordHash))) return 'wrong password'
    await forgetAttempts(db, attempt)
  }

  try {
    const result = await db.transaction().execute(async (transaction) => {
      if (fields.name !== before.name) await lockPosts(transaction, id)
      if (picture && !(await takeFile(transaction, picture, 'Bookstores'))) return 'no picture'
      if (picture) await dropFiles(transaction, [before.picture])
      await transaction
        .updateTable('stores')
        .set({ ...fields, ...(picture && { picture }) })
        .where('id', '=', id)
        .execute()
      return 'saved'
    })
    if (picture && result === 'saved') await removeDropped(db, storage, [before.picture])
    return result
  } catch (error) {
    if (isUniqueViolation(error, 'stores_phone_key')) return 'phone taken'
    throw error
  }
}

/** Its posts are listed by its name. Posts before their seller, as whoever deletes the account does. */
async function lockPosts(db: Db, storeId: string) {
  await sql`select set_config('statement_timeout', '120s', true)`.execute(db) // it may have very many
  await sql`select from posts where store_id = ${storeId} order by id for no key update`.execute(db)
}
