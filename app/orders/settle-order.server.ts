import { sql } from 'kysely'

import { type AuditActor, noteAudit } from '#app/audit/note-audit.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { doDeed } from './do-deed.server.ts'
import { lockOrder } from './lock-order.server.ts'
import { mayDo } from './order-rules.ts'

interface Settlement {
  number: number
  how: 'complete' | 'cancel'
  /** For both sides to read. */
  reason: string
  by: AuditActor
}

/** The team ends an order with a problem. */
export async function settleOrder(db: Db, { number, how, reason, by }: Settlement) {
  const deed = how === 'complete' ? 'settle as completed' : 'settle as cancelled'
  return db.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction).where('number', '=', number).executeTakeFirst()
    if (!order) return 'gone'
    if (!mayDo('team', deed, order)) return 'no problem'
    await doDeed(transaction, order, { deed, by: 'team', detail: reason })
    await noteAudit(transaction, { event: 'problem settled', by, subject: `order ${number}`, reason: how })
    return 'done'
  })
}

const listedMax = 1_000

/** Orders that wait for the team, the oldest problem first. */
export const listProblems = (db: Db) =>
  db
    .selectFrom('orders')
    .select(['number', 'itemName', 'pricePaise', 'quantity', 'stateSince as since'])
    .select(
      sql<string | null>`(
        select detail from order_events where order_id = orders.id order by order_events.id desc limit 1
      )`.as('said'),
    )
    .where('state', '=', 'problem')
    .orderBy('stateSince')
    .limit(listedMax)
    .execute()
