import { type ChargeLimit, compareWithStored, noLimit } from '#app/forms/idempotency.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { openTicket } from '#app/tickets/open-ticket.server.ts'

import type { ContactMessage } from './contact-rules.ts'

/**
 * Returns the number of its ticket. A signed-in account can download and delete its messages. Idempotent: a used key adds
 * nothing. Without JavaScript the form has no key, as its page is cached for all visitors: such a message is always added.
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

  const ticket = await db.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto('contactMessages')
      .values({ id: newId(), ...message, accountId })
      .onConflict((conflict) => conflict.columns(['accountId', 'key']).where('key', 'is not', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return null // a concurrent duplicate was first
    const about = { accountId, subject: message.reason, contactMessageId: added.id }
    return (await openTicket(transaction, { kind: 'message', ...about })).number
  })
  return ticket === null ? (await findEarlier(db, message, accountId))! : { ticket }
}

async function findEarlier(db: Db, { key, ...content }: ContactMessage, accountId: string | null) {
  if (!key) return null
  const row = await db
    .selectFrom('contactMessages')
    .innerJoin('tickets', 'contactMessageId', 'contactMessages.id')
    .select(['name', 'phone', 'reason', 'number as ticket'])
    .where('contactMessages.accountId', 'is not distinct from', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  const compared = compareWithStored(row, content)
  return compared === 'added' ? { ticket: row!.ticket } : compared
}
