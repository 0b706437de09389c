import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import { tellEach, tellTeam } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { endProblem, openProblem } from '#app/tickets/open-ticket.server.ts'

import { giveBackCopies } from '#app/posts/selling/stock.server.ts'

import { releaseOrderFiles } from './order-files.server.ts'
import {
  type Actor,
  cancelReasons,
  type CancelReason,
  clockOf,
  contactDays,
  type Deed,
  hasCode,
  isOver,
  isVoid,
  rulesOf,
  showsContact,
  tabOf,
} from './order-rules.ts'
import type { LockedOrder } from './lock-order.server.ts'

/** Somebody does something with an order, and what they say with it. */
export interface DoneDeed {
  deed: Deed
  by: Actor
  reason?: CancelReason | null
  /** What they wrote, or the last digits of a payment's reference. */
  detail?: string | null
  /** Of the form that it was sent with. */
  key?: string | null
}

/** Brings an order that is locked, and may go there, into its next state, and tells who has to know. */
export async function doDeed(db: Db, order: LockedOrder, deedDone: DoneDeed) {
  const { deed, by, reason, detail, key } = deedDone
  const { to, needs } = rulesOf(deed)
  await db
    .updateTable('orders')
    .set({
      state: to,
      stateSince: sql`now()`,
      reminders: 0,
      dueAt: dueAfter(clockOf(order.deal, to)[0]?.after),
      buyerTab: tabOf('buyer', order.deal, to),
      sellerTab: tabOf('seller', order.deal, to),
      ...(isOver(to) && (order.isContactShown || to === 'completed') && { contactUntil: inDays(contactDays) }),
      ...(!isOver(to) && showsContact(to) && { contactUntil: sql`'infinity'` }),
      ...(needs === 'digits' && { paymentDigits: detail ?? null }),
      ...(isVoid(to) && { copiesTaken: 0 }),
    })
    .where('id', '=', order.id)
    .execute()
  await db
    .insertInto('orderEvents')
    .values({
      orderId: order.id,
      deed,
      by,
      fromState: order.state,
      toState: to,
      reason: reason ?? null,
      detail: detail ?? null,
      key: key ?? null,
    })
    .execute()
  if (isVoid(to) && order.copiesTaken > 0) await giveBackCopies(db, order.postId, order.copiesTaken)
  if (isVoid(to) && order.deal === 'file') await releaseOrderFiles(db, order.id)
  await keepCode(db, order.id, hasCode(to))
  await tellOfDeed(db, order, deedDone)
  if (to === 'problem') await openProblem(db, problemOf(order, deedDone))
  else if (isOver(to)) await endProblem(db, order.id)
}

const problemOf = ({ id, buyerId, number }: LockedOrder, { by, detail }: DoneDeed) => ({
  orderId: id,
  accountId: buyerId,
  by: by === 'buyer' ? ('person' as const) : ('market' as const),
  subject: `Order ${number}: ${detail || 'the seller did not find the payment'}`,
})

const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

/** When the clock does its next step, if it has one. */
export const dueAfter = (hours: number | undefined) =>
  hours === undefined ? null : sql<Date>`now() + make_interval(hours => ${hours})`

/** The code stays the same for as long as it is needed. */
async function keepCode(db: Db, orderId: string, isNeeded: boolean) {
  if (!isNeeded) return db.deleteFrom('handOverCodes').where('orderId', '=', orderId).execute()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return db
    .insertInto('handOverCodes')
    .values({ orderId, code })
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .execute()
}

async function tellOfDeed(db: Db, order: LockedOrder, { deed, by, reason, detail }: DoneDeed) {
  const { tells } = rulesOf(deed)
  const said = detail || (reason && reason !== 'other' ? cancelReasons[reason] : null)
  const notice = { orderId: order.id, detail: said }
  const buyerId = by === 'buyer' ? null : order.buyerId
  const sellerId = by === 'seller' ? null : order.sellerId
  await tellEach(db, [
    ...(tells.buyer && buyerId ? [{ ...notice, accountId: buyerId, event: tells.buyer }] : []),
    ...(tells.seller && sellerId ? [{ ...notice, accountId: sellerId, event: tells.seller }] : []),
  ])
  if (tells.team) await tellTeam(db, { ...notice, event: tells.team })
}
