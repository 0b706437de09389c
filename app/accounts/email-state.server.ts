import { sql } from 'kysely'

import { takeLink } from '#app/notices/mail/account-links.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** The mail server has refused the address for good: nothing more is sent there, and the profile says so. */
export const noteEmailRefusal = (db: Db, { accountId, address }: { accountId: string; address: string }) =>
  db
    .updateTable('accounts')
    .set({ emailRefusedAt: sql`now()` })
    .where('id', '=', accountId)
    .where('email', '=', address)
    .execute()

/** Who followed a link that was sent to the address reads its mail. */
export const noteEmailConfirmed = (db: Db, { accountId, email }: { accountId: string; email: string }) =>
  db
    .updateTable('accounts')
    .set({ emailConfirmedAt: sql`coalesce(email_confirmed_at, now())`, emailRefusedAt: null })
    .where('id', '=', accountId)
    .where('email', '=', email)
    .execute()

/** Returns false if the link was used, is too old, or is for an address that the account no longer has. */
export const confirmEmail = (db: Db, token: string, { accountId, email }: { accountId: string; email: string }) =>
  db.transaction().execute(async (transaction) => {
    if (!(await takeLink(transaction, 'e-mail', token))) return false
    await noteEmailConfirmed(transaction, { accountId, email })
    return true
  })
