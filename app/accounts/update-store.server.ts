import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { TooMany } from '#app/limits/refuse-too-many.server.ts'
import { type Db, isUniqueViolation } from '#app/platform/db.server.ts'
import { oneByOne } from '#app/platform/one-by-one.server.ts'

import type { StoreProfile } from './account-rules.ts'
import { countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { isPassword } from './password.server.ts'

interface Update {
  id: string
  profile: StoreProfile
  address: string
}

/** Counts the change against the rate limits; resolves to the refusal if one is exceeded. */
type ChargeChange = (changes: { isPhoneChanged: boolean }) => Promise<TooMany | null>

const queuePerStore = oneByOne(3)

/** Saves the changes of one store one after another; 'busy' if too many wait. */
export async function updateStore(
  db: Db,
  storage: Storage,
  update: Update,
  chargeChange: ChargeChange = () => Promise.resolve(null),
) {
  return (await queuePerStore(update.id, () => checkAndSave(db, storage, update, chargeChange))) ?? 'busy'
}

/** A store logs in with its phone, so changing it takes the password. */
async function checkAndSave(db: Db, storage: Storage, update: Update, chargeChange: ChargeChange) {
  const { id, profile, address } = update
  const { phone, password } = profile
  const before = await db
    .selectFrom('accounts')
    .select(['phone', 'passwordHash'])
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
  // Before the answer tells whether the new phone is taken: a store could otherwise test all numbers.
  const tooMany = await chargeChange({ isPhoneChanged })
  if (tooMany) return { tooMany }

  try {
    const saved = await save(db, update)
    if (saved === 'no picture') return saved
    await removeDropped(db, storage, saved.replaced)
    return 'saved'
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_kind_phone_key')) return 'phone taken'
    throw error
  }
}

function save(db: Db, { id, profile }: Update) {
  const { name, phone, email, district, address, picture } = profile
  return db.transaction().execute(async (transaction) => {
    // Locked: otherwise two concurrent changes would both drop the old picture, and the first new one would stay.
    const current = await transaction
      .selectFrom('stores')
      .select('picture')
      .where('accountId', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const isReplaced = picture !== '' && picture !== current.picture // a retry has replaced it before
    if (isReplaced && !(await takeFile(transaction, picture, 'Bookstores'))) return 'no picture'
    const replaced = isReplaced ? [current.picture] : []
    await dropFiles(transaction, replaced)
    await transaction.updateTable('accounts').set({ name, phone, email }).where('id', '=', id).execute()
    await transaction
      .updateTable('stores')
      .set({ district, address, ...(picture && { picture }) })
      .where('accountId', '=', id)
      .execute()
    return { replaced }
  })
}
