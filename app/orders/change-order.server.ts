import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

import { doDeed } from './do-deed.server.ts'
import { lockOrder } from './lock-order.server.ts'
import {
  type CancelReason,
  codeLockMinutes,
  codeTriesMax,
  type Deed,
  mayDo,
  rulesOf,
  type Side,
} from './order-rules.ts'

export interface Change {
  orderId: string
  person: Pick<Viewer, 'id'>
  deed: Deed
  key: string
  code?: string
  reason?: CancelReason
  detail?: string
}

export type Changed =
  | 'done'
  /** There is no such order of this person. */
  | 'gone'
  /** The order has moved on, or this is for the other side to do. */
  | 'too late'
  | { triesLeft: number }
  | { lockedMinutes: number }

/** A person does something with an order of theirs. Idempotent: a used key returns what it did the first time. */
export async function changeOrder(db: Db, change: Change): Promise<Changed> {
  const { orderId, person, deed, key, code, reason, detail } = change
  if (!isId(orderId)) return 'gone'
  return db.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction).where('id', '=', orderId).executeTakeFirst()
    const side: Side | null = order?.buyerId === person.id ? 'buyer' : order?.sellerId === person.id ? 'seller' : null
    if (!order || !side) return 'gone'
    const earlier = await transaction
      .selectFrom('orderEvents')
      .select(['orderId', 'deed'])
      .where('key', '=', key)
      .executeTakeFirst()
    if (earlier) return earlier.orderId === orderId && earlier.deed === deed ? 'done' : 'too late'
    if (!mayDo(side, deed, order)) return 'too late'
    if (rulesOf(deed).needs === 'code') {
      const refused = await tryCode(transaction, orderId, code ?? '')
      if (refused) return refused
    }
    await doDeed(transaction, order, { deed, by: side, reason: reason ?? null, detail: detail ?? null, key })
    return 'done'
  })
}

/** Null if it is the order's hand-over code. A wrong one is counted: after five the order takes none for a while. */
async function tryCode(db: Db, orderId: string, typed: string) {
  const known = await db
    .selectFrom('handOverCodes')
    .select(['code', 'wrongTries'])
    .select(sql<number>`ceil(extract(epoch from locked_until - now()) / 60)::int`.as('lockedMinutes'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  if (known.lockedMinutes > 0) return { lockedMinutes: known.lockedMinutes }
  if (known.code === typed) return null
  const triesLeft = codeTriesMax - known.wrongTries - 1
  const counted =
    triesLeft > 0
      ? { wrongTries: known.wrongTries + 1 }
      : { wrongTries: 0, lockedUntil: sql<Date>`now() + make_interval(mins => ${codeLockMinutes})` }
  await db.updateTable('handOverCodes').set(counted).where('orderId', '=', orderId).execute()
  return triesLeft > 0 ? { triesLeft } : { lockedMinutes: codeLockMinutes }
}
