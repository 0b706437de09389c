import { sql } from 'kysely'

import { tellEach, tellTeam } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { openProblem } from '#app/tickets/open-ticket.server.ts'

import { doDeed } from './do-deed.server.ts'
import { type LockedOrder, lockOrder } from './lock-order.server.ts'
import { clockOf } from './order-rules.ts'

/** Reminds people of orders, and ends orders, whose time has come. Any number of processes may run it at once. */
export async function runClock(db: Db) {
  let steps = 0
  while (await takeNextStep(db)) steps++
  return steps
}

/** False if no order is due, or others are at work on those that are. */
async function takeNextStep(db: Db) {
  return db.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction)
      .skipLocked()
      .where('dueAt', '<=', sql<Date>`now()`)
      .orderBy('dueAt')
      .limit(1)
      .executeTakeFirst()
    if (!order) return false
    await takeStep(transaction, order)
    return true
  })
}

async function takeStep(db: Db, order: LockedOrder) {
  const clock = clockOf(order.deal, order.state)
  const step = clock[order.reminders]!
  if ('does' in step) return doDeed(db, order, { deed: step.does, by: 'market' })
  const { buyer, seller, team } = step.reminds
  const next = clock[order.reminders + 1]
  await db
    .updateTable('orders')
    .set({
      reminders: order.reminders + 1,
      dueAt: next ? sql<Date>`state_since + make_interval(hours => ${next.after})` : null,
    })
    .where('id', '=', order.id)
    .execute()
  await tellEach(db, [
    ...(buyer && order.buyerId ? [{ accountId: order.buyerId, event: buyer, orderId: order.id }] : []),
    ...(seller && order.sellerId ? [{ accountId: order.sellerId, event: seller, orderId: order.id }] : []),
  ])
  if (team) {
    await tellTeam(db, { event: team, orderId: order.id })
    const subject = `Order ${order.number}: a payment is not confirmed`
    await openProblem(db, { orderId: order.id, accountId: order.buyerId, subject, by: 'market' })
  }
}
