import { createHash } from 'node:crypto'

import type { Db } from '#app/platform/db.server.ts'
import { type ChargeLimit, compareSent, noLimit } from '#app/platform/idempotency.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { ContactMessage } from './contact-rules.ts'

/**
 * Of a student who is signed in it is theirs, to have and to delete. A key that was used already adds nothing. Without script
 * the form has no key, as its page is cached for all visitors: there the same words sent again within a minute count as a
 * retry.
 */
export async function addContactMessage(
  db: Db,
  { key: sentKey, ...content }: ContactMessage,
  studentId: string | null,
  chargeLimit: ChargeLimit = noLimit,
) {
  const [key, ...others] = sentKey ? [sentKey] : keysOfContent(content)
  const message = { ...content, studentId }
  const sent = await findSent(db, [key!, ...others], message)
  if (sent) return sent
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  const { numInsertedOrUpdatedRows } = await db
    .insertInto('contactMessages')
    .values({ id: newId(), ...message, key })
    .onConflict((conflict) => conflict.columns(['studentId', 'key']).where('key', 'is not', null).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return 'added'
  return (await findSent(db, [key!], message)) ?? 'added' // sent twice at once
}

type Message = Omit<ContactMessage, 'key'> & { studentId: string | null }

async function findSent(db: Db, keys: string[], message: Message) {
  const row = await db
    .selectFrom('contactMessages')
    .select(['name', 'phone', 'reason', 'studentId'])
    .where('studentId', 'is not distinct from', message.studentId)
    .where('key', 'in', keys)
    .executeTakeFirst()
  return compareSent(row, message)
}

/** Keys made of the words and the minute: of this minute, and of the one before. UUIDs of version 8, which no form may send. */
function keysOfContent(content: Omit<ContactMessage, 'key'>) {
  const minute = Math.floor(Date.now() / 60_000)
  return [minute, minute - 1].map((at) => {
    const hex = createHash('sha256')
      .update(JSON.stringify([content, at]))
      .digest('hex')
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
  })
}
