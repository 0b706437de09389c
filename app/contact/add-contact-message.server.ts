import type { Db } from '#app/platform/db.server.ts'
import { type ChargeLimit, compareSent, noLimit } from '#app/platform/idempotency.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { ContactMessage } from './contact-rules.ts'

/**
 * Of a student who is signed in it is theirs, to have and to delete. A key that was used already adds nothing. A message without a
 * key is always taken: without script the form has none, as its page is cached for all visitors.
 */
export async function addContactMessage(
  db: Db,
  message: ContactMessage,
  studentId: string | null,
  chargeLimit: ChargeLimit = noLimit,
) {
  const sent = await findSent(db, message, studentId)
  if (sent) return sent
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  const { numInsertedOrUpdatedRows } = await db
    .insertInto('contactMessages')
    .values({ id: newId(), ...message, studentId })
    .onConflict((conflict) => conflict.columns(['studentId', 'key']).where('key', 'is not', null).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return 'added'
  return (await findSent(db, message, studentId)) ?? 'added' // sent twice at once
}

async function findSent(db: Db, { key, ...content }: ContactMessage, studentId: string | null) {
  if (!key) return null
  const row = await db
    .selectFrom('contactMessages')
    .select(['name', 'phone', 'reason'])
    .where('studentId', 'is not distinct from', studentId)
    .where('key', '=', key)
    .executeTakeFirst()
  return compareSent(row, content)
}
