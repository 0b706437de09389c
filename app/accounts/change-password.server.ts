import { noteAudit } from '#app/audit/note-audit.server.ts'
import { type ChargeLimit, noLimit } from '#app/forms/idempotency.server.ts'
import { endLinks } from '#app/notices/mail/account-links.server.ts'
import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { Viewer } from '#app/access/viewer.ts'
import { attemptKey, countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { hashPassword, isPassword } from './password.server.ts'
import { startSession } from './sessions.server.ts'

interface Change {
  viewer: Viewer
  currentPassword: string
  newPassword: string
  address: string
  /** In words (describe-browser.ts). */
  browser: string | null
}

/** Ends all sessions of the account, by a trigger, and starts a new one for the browser that changed the password. */
export async function changePassword(db: Db, change: Change, chargeLimit: ChargeLimit = noLimit) {
  const { viewer, currentPassword, newPassword, address, browser } = change
  const { phone, passwordHash: old } = await db
    .selectFrom('accounts')
    .select(['phone', 'passwordHash'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const { attempt, lockedSeconds } = await countAttempt(db, {
    account: attemptKey({ kind: viewer.kind, phone }),
    address,
  })
  if (lockedSeconds > 0) return { refused: 'locked' as const, lockedSeconds }
  if (!(await isPassword(currentPassword, old))) return { refused: 'wrong password' as const }
  await forgetAttempts(db, attempt)
  const tooMany = await chargeLimit()
  if (tooMany) return { refused: 'too many' as const, tooMany }

  const passwordHash = await hashPassword(newPassword) // slow, so before the transaction
  const token = await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('accounts')
      .set({ passwordHash })
      .where('id', '=', viewer.id)
      .where('passwordHash', '=', old)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    await endLinks(transaction, viewer.id, 'password')
    await tell(transaction, viewer.id, { event: 'password changed' })
    await noteAudit(transaction, { event: 'password changed', by: 'the person', accountId: viewer.id })
    return startSession(transaction, viewer, browser)
  })
  // Another change was first: the current password is no longer the one that was given.
  return token === null ? { refused: 'wrong password' as const } : { token }
}
