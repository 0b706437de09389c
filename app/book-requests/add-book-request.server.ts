import { type ChargeLimit, compareWithStored, noLimit } from '#app/forms/idempotency.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { openTicket } from '#app/tickets/open-ticket.server.ts'

import type { NewBookRequest } from './book-request-rules.ts'

/** Idempotent: a key that the account has used before adds nothing. */
export async function addBookRequest(
  db: Db,
  accountId: string,
  request: NewBookRequest,
  chargeLimit: ChargeLimit = noLimit,
) {
  const earlier = await findEarlier(db, accountId, request)
  if (earlier) return earlier
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  const isAdded = await db.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto('bookRequests')
      .values({ id: newId(), accountId, ...request })
      .onConflict((conflict) => conflict.columns(['accountId', 'key']).where('key', 'is not', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return false
    const about = { accountId, subject: request.bookName, bookRequestId: added.id }
    await openTicket(transaction, { kind: 'request', ...about })
    return true
  })
  if (isAdded) return 'added'
  return (await findEarlier(db, accountId, request)) ?? 'added' // a concurrent duplicate was first
}

async function findEarlier(db: Db, accountId: string, { key, ...content }: NewBookRequest) {
  if (!key) return null
  const row = await db
    .selectFrom('bookRequests')
    .select(['bookName', 'className', 'stream', 'condition', 'phone', 'address', 'pin', 'comment'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  return compareWithStored(row, content)
}
