import { sql } from 'kysely'

import { dropFiles, removeDropped } from '#app/files/drop-files.server.ts'
import type { Storage } from '#app/files/storage.server.ts'
import { takeFile } from '#app/files/take-file.server.ts'
import { bounded } from '#app/platform/bounded.server.ts'
import { type Db, isUniqueViolation } from '#app/platform/db.server.ts'
import { oneByOne } from '#app/platform/one-by-one.server.ts'
import type { TooMany } from '#app/platform/refuse-too-many.server.ts'

import type { StoreProfile } from './account-rules.ts'
import { countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { isPassword } from './password.server.ts'

interface Update {
  id: string
  profile: StoreProfile
  address: string
}

/** Charges the limits of a change, or says which one is full. */
type ChargeChange = (changes: { isPhoneChanged: boolean }) => Promise<TooMany | null>

// A rename rewrites what lists show of every post of the store: many at once would hold all connections of the pool.
const inTurn = oneByOne(3)
const fewRenames = bounded(3)

/** The changes of one store are saved one after another; where too many wait already, it is busy. */
export async function updateStore(
  db: Db,
  storage: Storage,
  update: Update,
  chargeChange: ChargeChange = () => Promise.resolve(null),
) {
  return (await inTurn(update.id, () => checkAndSave(db, storage, update, chargeChange))) ?? 'busy'
}

/** The phone is what a store logs in with: who changes it shows that the password is known. */
async function checkAndSave(db: Db, storage: Storage, update: Update, chargeChange: ChargeChange) {
  const { id, profile, address } = update
  const { phone, password } = profile
  const before = await db
    .selectFrom('stores')
    .select(['name', 'phone', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

  const isPhoneChanged = phone !== before.phone
  if (isPhoneChanged) {
    if (!password) return 'password needed'
    const { attempt, lockedSeconds } = await countAttempt(db, { kind: 'store', phone: before.phone, address })
    if (lockedSeconds > 0) return { lockedSeconds }
    if (!(await isPassword(password, before.passwordHash))) return 'wrong password'
    await forgetAttempts(db, attempt)
  }
  // Before anything is said about the new phone: a store that knows its own password could try all numbers.
  const tooMany = await chargeChange({ isPhoneChanged })
  if (tooMany) return { tooMany }

  const isRenamed = profile.name !== before.name
  const saving = () => save(db, update, isRenamed)
  try {
    const saved = await (isRenamed ? fewRenames(saving) : saving())
    if (saved === 'no picture') return saved
    await removeDropped(db, storage, saved.replaced)
    return 'saved'
  } catch (error) {
    if (isUniqueViolation(error, 'stores_phone_key')) return 'phone taken'
    throw error
  }
}

function save(db: Db, { id, profile }: Update, isRenamed: boolean) {
  const { password: _, picture, ...fields } = profile
  return db.transaction().execute(async (transaction) => {
    if (isRenamed) await lockPosts(transaction, id)
    // Under the row's lock, or of two changes at once each would drop the picture from before, and neither the other's.
    const current = await transaction
      .selectFrom('stores')
      .select('picture')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const isReplaced = picture !== '' && picture !== current.picture // a retry finds its picture in place
    if (isReplaced && !(await takeFile(transaction, picture, 'Bookstores'))) return 'no picture'
    const replaced = isReplaced ? [current.picture] : []
    await dropFiles(transaction, replaced)
    await transaction
      .updateTable('stores')
      .set({ ...fields, ...(picture && { picture }) })
      .where('id', '=', id)
      .execute()
    return { replaced }
  })
}

/** Its posts are listed by its name. Posts before their seller, as whoever deletes the account does. */
async function lockPosts(db: Db, storeId: string) {
  await sql`select set_config('statement_timeout', '120s', true)`.execute(db) // it may have very many
  await sql`select from posts where store_id = ${storeId} order by id for no key update`.execute(db)
}
