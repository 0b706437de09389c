import { type ChargeLimit, compareWithStored, noLimit } from '#app/forms/idempotency.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { ContactMessage } from './contact-rules.ts'

/**
 * A signed-in account can download and delete its messages. Idempotent: a used key adds nothing. Without JavaScript the
 * form has no key, as its page is cached for all visitors: such a message is always added.
 */
export async function addContactMessage(
  db: Db,
  message: ContactMessage,
  accountId: string | null,
  chargeLimit: ChargeLimit = noLimit,
) {
  const earlier = await findEarlier(db, message, accountId)
  if (earlier) return earlier
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  const { numInsertedOrUpdatedRows } = await db
    .insertInto('contactMessages')
    .values({ id: newId(), ...message, accountId })
    .onConflict((conflict) => conflict.columns(['accountId', 'key']).where('key', 'is not', null).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return 'added'
  return (await findEarlier(db, message, accountId)) ?? 'added' // a concurrent duplicate was first
}

async function findEarlier(db: Db, { key, ...content }: ContactMessage, accountId: string | null) {
  if (!key) return null
  const row = await db
    .selectFrom('contactMessages')
    .select(['name', 'phone', 'reason'])
    .where('accountId', 'is not distinct from', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  return compareWithStored(row, content)
}
