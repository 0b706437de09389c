import type { AccountKind } from '#app/access/role-rules.ts'
import type { TooMany } from '#app/limits/refuse-too-many.server.ts'
import { type Db, isUniqueViolation } from '#app/platform/db.server.ts'
import { oneByOne } from '#app/platform/one-by-one.server.ts'

import { attemptKey, countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { isPassword } from './password.server.ts'

interface Change {
  kind: AccountKind
  id: string
  /** The new phone, or the current one. */
  phone: string
  password: string
  /** The address of the request. */
  address: string
}

/** Counts the change against the rate limits; resolves to the refusal if one is exceeded. */
export type ChargeChange = (changes: { isPhoneChanged: boolean }) => Promise<TooMany | null>

export const noCharge: ChargeChange = () => Promise.resolve(null)

const queuePerAccount = oneByOne(3)

/**
 * Saves the changes of one account's profile one after another; 'busy' if too many wait. People log in with their phone,
 * so changing it takes the password.
 */
export async function changeAccount<Saved>(
  db: Db,
  change: Change,
  chargeChange: ChargeChange,
  save: () => Promise<Saved>,
) {
  return (await queuePerAccount(change.id, () => checkAndSave(db, change, chargeChange, save))) ?? 'busy'
}

async function checkAndSave<Saved>(
  db: Db,
  { kind, id, phone, password, address }: Change,
  chargeChange: ChargeChange,
  save: () => Promise<Saved>,
) {
  const before = await db
    .selectFrom('accounts')
    .select(['phone', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

  const isPhoneChanged = phone !== before.phone
  if (isPhoneChanged) {
    if (!password) return 'password needed'
    const { attempt, lockedSeconds } = await countAttempt(db, {
      account: attemptKey({ kind, phone: before.phone }),
      address,
    })
    if (lockedSeconds > 0) return { lockedSeconds }
    if (!(await isPassword(password, before.passwordHash))) return 'wrong password'
    await forgetAttempts(db, attempt)
  }
  // Before the answer tells whether the new phone is taken: people could otherwise test all numbers.
  const tooMany = await chargeChange({ isPhoneChanged })
  if (tooMany) return { tooMany }

  try {
    return await save()
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_kind_phone_key')) return 'phone taken'
    throw error
  }
}
