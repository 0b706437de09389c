import type { Db } from '#app/platform/db.server.ts'
import { type ChargeLimit, compareSent, noLimit } from '#app/platform/idempotency.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewBookRequest } from './book-request-rules.ts'

/** A key that the student used already adds nothing. */
export async function addBookRequest(
  db: Db,
  studentId: string,
  request: NewBookRequest,
  chargeLimit: ChargeLimit = noLimit,
) {
  const sent = await findSent(db, studentId, request)
  if (sent) return sent
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bookRequests')
    .values({ id: newId(), studentId, ...request })
    .onConflict((conflict) => conflict.columns(['studentId', 'key']).where('key', 'is not', null).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return 'added'
  return (await findSent(db, studentId, request)) ?? 'added' // sent twice at once
}

async function findSent(db: Db, studentId: string, { key, ...content }: NewBookRequest) {
  if (!key) return null
  const row = await db
    .selectFrom('bookRequests')
    .select(['bookName', 'className', 'stream', 'condition', 'phone', 'address', 'pin', 'comment'])
    .where('studentId', '=', studentId)
    .where('key', '=', key)
    .executeTakeFirst()
  return compareSent(row, content)
}
