import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'

import type { NoticeSetting } from './notice-rules.ts'
import { maskedEmail } from '#app/format/masked.ts'

/** The newest first; `before` is the id of the last one of the page before. */
export async function listNotices(db: Db, accountId: string, before: string | null) {
  const rows = await withFacts(db)
    .select(['notices.id', 'readAt', 'notices.createdAt'])
    .where('notices.accountId', '=', accountId)
    .where('isInApp', '=', true)
    .$if(isId(before), (query) => query.where('notices.id', '<', before!))
    .orderBy('notices.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return pageOf(rows)
}

/** Marks it as read. Null if it is not the account's own, or gone. */
export async function openNotice(db: Db, accountId: string, id: string) {
  const notice = await db
    .updateTable('notices')
    .set({ readAt: sql`coalesce(read_at, now())` })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('isInApp', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (!notice) return null
  return (await withFacts(db).where('notices.id', '=', id).executeTakeFirst()) ?? null
}

export async function markAllRead(db: Db, accountId: string) {
  await db
    .updateTable('notices')
    .set({ readAt: sql`now()` })
    .where('accountId', '=', accountId)
    .where('isInApp', '=', true)
    .where('readAt', 'is', null)
    .execute()
}

export const findNoticeSettings = (db: Db, accountId: string): Promise<NoticeSetting[]> =>
  db.selectFrom('noticeSettings').select(['kind', 'way', 'isOn']).where('accountId', '=', accountId).execute()

/** On which side of the order the reader of the notice is; null: none. */
const sideOfReader = sql<'buyer' | 'seller' | null>`case notices.account_id
  when orders.buyer_id then 'buyer' when orders.seller_id then 'seller' end`

/** A notice with what its words say (notice-texts.ts) and where it leads (notice-path.ts). */
export const withFacts = (db: Db) =>
  db
    .selectFrom('notices')
    .leftJoin('orders', 'orders.id', 'notices.orderId')
    .leftJoin('comments', 'comments.id', 'notices.commentId')
    .leftJoin('posts', (join) =>
      join.on((on) => on('posts.id', '=', on.fn.coalesce('comments.postId', 'notices.postId'))),
    )
    .leftJoin('bookRequests', 'bookRequests.id', 'notices.bookRequestId')
    .leftJoin('savedSearches', 'savedSearches.id', 'notices.savedSearchId')
    .leftJoin('tickets', 'tickets.id', 'notices.ticketId')
    .leftJoin('allPosts as about', 'about.id', 'notices.postId')
    .leftJoin('accounts as seller', (join) =>
      join.on((on) => on('seller.id', '=', on.fn.coalesce('orders.sellerId', 'posts.sellerId'))),
    )
    .select([
      'event',
      'detail',
      'notices.orderId',
      'notices.commentId',
      'orders.itemName',
      'orders.quantity',
      'orders.pricePaise',
      'orders.name as buyerName',
      'orders.number as orderNumber',
      'orders.paymentDigits',
      sideOfReader.as('side'),
    ])
    .select(['comments.comment', 'seller.name as sellerName'])
    .select(['tickets.number as ticketNumber', 'tickets.subject as ticketSubject'])
    .select(['posts.payablePaise as offerPaise', 'posts.condition as offerCondition'])
    .select(({ fn }) => [
      fn.coalesce('posts.name', 'about.name').as('postName'),
      fn.coalesce('orders.postId', 'comments.postId', 'notices.postId').as('postId'),
      fn.coalesce('bookRequests.bookName', 'savedSearches.title').as('wanted'),
      fn.coalesce('posts.district', 'seller.district').as('offerDistrict'),
    ])

/** The account's address, masked, and whether mail goes there. */
export async function findMailState(db: Db, accountId: string) {
  const { email, emailConfirmedAt, emailRefusedAt } = await db
    .selectFrom('accounts')
    .select(['email', 'emailConfirmedAt', 'emailRefusedAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { address: maskedEmail(email), isConfirmed: emailConfirmedAt !== null, isRefused: emailRefusedAt !== null }
}
