import { sql } from 'kysely'

import { type AuditActor, noteAudit } from '#app/audit/note-audit.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { findReportedThing, listReports } from './reported-queries.server.ts'

/** A ticket with its book request, message, order or report. That it was read is noted in the audit. */
export async function readTicket(db: Db, by: AuditActor, number: number) {
  const ticket = await db
    .selectFrom('tickets')
    .leftJoin('accounts', 'accounts.id', 'tickets.accountId')
    .leftJoin('teamMembers as holder', 'holder.id', 'holderId')
    .select(['tickets.id', 'number', 'tickets.kind', 'subject', 'state', 'tickets.createdAt', 'answeredAt', 'dueAt'])
    .select(['tickets.accountId', 'bookRequestId', 'contactMessageId', 'orderId', 'reported', 'reportedId'])
    .select(['accounts.name', 'accounts.kind as accountKind', 'accounts.district', 'accounts.phone'])
    .select(sql<boolean>`accounts.email_confirmed_at is not null and accounts.email_refused_at is null`.as('hasMail'))
    .select(['holderId', 'holder.name as holder'])
    .select(sql<boolean>`state <> 'done' and due_at < now()`.as('isLate'))
    .where('number', '=', number)
    .executeTakeFirst()
  if (!ticket) return null
  const { id, accountId, bookRequestId, contactMessageId, orderId, reported, reportedId } = ticket
  await noteAudit(db, { event: 'ticket read', by, accountId, subject: `ticket ${number}` })
  const [entries, request, message, order, thing, reports] = await Promise.all([
    listEntries(db, id),
    bookRequestId ? findRequest(db, bookRequestId) : null,
    contactMessageId ? findMessage(db, contactMessageId) : null,
    orderId ? findOrder(db, orderId) : null,
    reported && reportedId ? findReportedThing(db, reported, reportedId) : null,
    reported ? listReports(db, id) : [],
  ])
  return { ...ticket, entries, request, message, order, thing, reports }
}

export type TicketDetail = NonNullable<Awaited<ReturnType<typeof readTicket>>>

/** What a deed on a ticket is done to: the number of its order, or what it reports. */
export const findTarget = (db: Db, number: number) =>
  db
    .selectFrom('tickets')
    .leftJoin('orders', 'orders.id', 'orderId')
    .select(['tickets.id', 'orders.number as orderNumber', 'reported', 'reportedId'])
    .where('tickets.number', '=', number)
    .executeTakeFirst()

const listEntries = (db: Db, ticketId: string) =>
  db
    .selectFrom('ticketEntries')
    .leftJoin('teamMembers', 'teamMembers.id', 'memberId')
    .select(['ticketEntries.id', 'event', 'by', 'teamMembers.name as member', 'words', 'ticketEntries.createdAt'])
    .select(
      sql<{ id: string; name: string; paise: number; district: string | null }[]>`coalesce((
        select json_agg(json_build_object(
          'id', posts.id, 'name', posts.name, 'paise', payable_paise, 'district', coalesce(posts.district, accounts.district)
        ))
        from posts join accounts on accounts.id = seller_id where posts.id = any(post_ids)
      ), '[]')`.as('posts'),
    )
    .where('ticketId', '=', ticketId)
    .orderBy('ticketEntries.id')
    .execute()

const findRequest = (db: Db, id: string) =>
  db
    .selectFrom('bookRequests')
    .select(['className', 'stream', 'condition', 'phone', 'address', 'pin', 'comment'])
    .where('id', '=', id)
    .executeTakeFirst()

const findMessage = (db: Db, id: string) =>
  db.selectFrom('contactMessages').select(['name', 'phone', 'reason']).where('id', '=', id).executeTakeFirst()

/** Without the hand-over code, and without the files that were bought. */
const findOrder = (db: Db, id: string) =>
  db
    .selectFrom('orders')
    .leftJoin('accounts as seller', 'seller.id', 'orders.sellerId')
    .leftJoin('accounts as buyer', 'buyer.id', 'orders.buyerId')
    .select(['orders.number', 'orders.kind', 'itemName', 'quantity', 'pricePaise', 'state', 'deal', 'paymentDigits'])
    .select(['buyer.id as buyerId', 'buyer.name as buyer', 'orders.phone as buyerPhone'])
    .select(['seller.id as sellerId', 'seller.name as seller', 'seller.phone as sellerPhone'])
    .select(
      sql<{ deed: string; by: string; words: string | null; at: string }[]>`coalesce((
        select json_agg(json_build_object(
          'deed', deed, 'by', by, 'words', coalesce(nullif(detail, ''), reason), 'at', created_at
        ) order by order_events.id)
        from order_events where order_id = orders.id
      ), '[]')`.as('history'),
    )
    .where('orders.id', '=', id)
    .executeTakeFirst()
