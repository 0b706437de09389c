import { noteAudit } from '#app/audit/note-audit.server.ts'
import { findLink, takeLink } from '#app/notices/mail/account-links.server.ts'
import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { noteEmailConfirmed } from './email-state.server.ts'
import { attemptKey, forgetAttempts } from './log-in-limits.server.ts'
import { hashPassword } from './password.server.ts'

/** By a link of a mail, once. All sessions of the account end, by a trigger. */
export async function resetPassword(db: Db, token: string, newPassword: string) {
  const link = await findLink(db, 'password', token)
  if (!link) return 'link gone'
  const { accountId, email, kind, phone } = link
  const passwordHash = await hashPassword(newPassword) // slow, so before the transaction
  return db.transaction().execute(async (transaction) => {
    if (!(await takeLink(transaction, 'password', token))) return 'link gone'
    await transaction.updateTable('accounts').set({ passwordHash }).where('id', '=', accountId).execute()
    if (email) await noteEmailConfirmed(transaction, { accountId, email })
    await forgetAttempts(transaction, { account: attemptKey({ kind, phone }) })
    await tell(transaction, accountId, { event: 'password changed' })
    await noteAudit(transaction, { event: 'password changed', by: 'the person', accountId, reason: 'by a link' })
    return 'changed'
  })
}
