import type { ExpressionBuilder } from 'kysely'

import type { Db, Tables } from '#app/platform/db.server.ts'

import { tellByMail } from '../tell.server.ts'

/** Accounts of one phone number or address that get a link: a student's and a store's, and a family's. */
const accountsMax = 5

/**
 * Finds the accounts that a request for a password link means, after the request was answered: the answer and its timing
 * are the same whether there is one.
 */
export function expandPasswordRequest(db: Db, { noticeId, detail }: { noticeId: string; detail: string | null }) {
  const typed = detail ?? ''
  const isMeant = ({ eb, fn }: ExpressionBuilder<Tables, 'accounts'>) =>
    typed.includes('@')
      ? eb(fn<string>('lower', ['email']), '=', typed.toLowerCase())
      : eb('kind', 'in', ['student', 'store']).and('phone', '=', typed) // with the kinds an index finds it
  return db.transaction().execute(async (transaction) => {
    const accounts = await transaction
      .selectFrom('accounts')
      .select(['id', 'email'])
      .where(isMeant)
      .orderBy('createdAt')
      .limit(accountsMax)
      .forShare()
      .execute()
    for (const { id, email } of accounts)
      await tellByMail(transaction, { event: 'password link', accountId: id, address: email })
    // With it goes its row of the outbox: if this process dies, either all of it was done or nothing.
    await transaction.deleteFrom('notices').where('id', '=', noticeId).execute()
    return 'sent' as const
  })
}
