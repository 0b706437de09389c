import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { absolutePictureUrl } from '#app/files/pictures/absolute-picture-url.ts'
import { isContactShown, orderHistory } from '#app/orders/order-queries.server.ts'
import type { Db } from '#app/platform/db.server.ts'

export interface AccountCounts {
  posts: number
  comments: number
  ordersReceived: number
  ordersPlaced: number
  requests: number
  messages: number
  saved: number
}

/** Counts for the question whether to delete the account. */
export async function countAccountData(db: Db, viewer: Viewer) {
  const count = (table: string, column: string) =>
    sql`(select count(*)::int from ${sql.table(table)} where ${sql.ref(column)} = ${viewer.id})`
  const { rows } = await sql<AccountCounts>`
    select
      ${count('allPosts', 'sellerId')} as posts,
      ${count('allComments', 'authorId')} as comments,
      ${count('orders', 'sellerId')} as orders_received,
      ${count('orders', 'buyerId')} as orders_placed,
      ${count('bookRequests', 'accountId')} as requests,
      ${count('contactMessages', 'accountId')} as messages,
      ${count('savedPosts', 'accountId')} as saved`.execute(db)
  return rows[0]!
}

/**
 * All data of an account, from one snapshot, without password hash and id number. About others it has only what the
 * person can see anyway: who bought from them, and where to deliver.
 */
export function findAccountData(db: Db, viewer: Viewer, origin: string) {
  const { id } = viewer
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => ({
      account: await findAccount(transaction, viewer, origin),
      age:
        (await transaction
          .selectFrom('studentAges')
          .select(['birthYear', 'guardianName', 'guardianContact', 'consentedAt'])
          .where('accountId', '=', id)
          .executeTakeFirst()) ?? null,
      sessions: await transaction
        .selectFrom('sessions')
        .select(['browser', 'createdAt', 'seenAt', 'expiresAt'])
        .where('accountId', '=', id)
        .orderBy('createdAt')
        .execute(),
      posts: await findPosts(transaction, viewer, origin),
      comments: await transaction
        .selectFrom('allComments as comments')
        .innerJoin('allPosts as posts', 'posts.id', 'comments.postId')
        .leftJoin('comments as question', 'question.id', 'comments.answerTo')
        .select(['posts.name as under', 'comments.comment', 'question.comment as answerTo', 'comments.createdAt'])
        .select('comments.hiddenAt')
        .where('comments.authorId', '=', id)
        .orderBy('comments.id')
        .execute(),
      ordersPlaced: await findOrders(transaction, origin, 'buyerId', id),
      ordersReceived: await findOrders(transaction, origin, 'sellerId', id),
      bookRequests: await transaction
        .selectFrom('bookRequests')
        .select(['closedAt', 'closedBecause'])
        .select(['bookName', 'className', 'stream', 'condition', 'phone', 'address', 'pin', 'comment', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
      savedSearches: await transaction
        .selectFrom('savedSearches')
        .select(['query', 'title', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
      messages: await transaction
        .selectFrom('contactMessages')
        .select(['name', 'phone', 'reason', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
      notices: await transaction
        .selectFrom('notices')
        .select(['event', 'detail', 'isInApp', 'readAt', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
      noticeSettings: await transaction
        .selectFrom('noticeSettings')
        .select(['kind', 'way', 'isOn'])
        .where('accountId', '=', id)
        .orderBy('kind')
        .orderBy('way')
        .execute(),
      pushBrowsers: await transaction
        .selectFrom('pushSubscriptions')
        .select(['endpoint', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
      links: await transaction
        .selectFrom('accountLinks')
        .select(['purpose', 'email', 'createdAt', 'expiresAt'])
        .where('accountId', '=', id)
        .orderBy('createdAt')
        .execute(),
      knownBrowsers: await transaction
        .selectFrom('knownBrowsers')
        .select('seenAt')
        .where('accountId', '=', id)
        .orderBy('seenAt')
        .execute(),
      addressForPurchases:
        (await transaction
          .selectFrom('buyerDetails')
          .select(['name', 'phone', 'alternativePhone', 'email', 'pin', 'address'])
          .where('accountId', '=', id)
          .executeTakeFirst()) ?? null,
      ratingsGiven: await findRatings(transaction, 'authorId', id),
      ratingsReceived: await findRatings(transaction, 'ratedId', id),
      ratingSums: await transaction
        .selectFrom('ratingSums')
        .select(['by', 'ratings', 'stars', 'promised', 'promisedOf', 'communication', 'communicationOf'])
        .select(['useful', 'usefulOf'])
        .where('accountId', '=', id)
        .orderBy('by')
        .execute(),
      tickets: await findTickets(transaction, id),
      reports: await transaction
        .selectFrom('reports')
        .innerJoin('tickets', 'tickets.id', 'ticketId')
        .select(['number as ticket', 'reason', 'words', 'reports.createdAt'])
        .where('reporterId', '=', id)
        .orderBy('reports.createdAt')
        .execute(),
      savedPosts: await transaction
        .selectFrom('savedPosts')
        .select(['kind', 'name', 'pricePaise', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
    }))
}

/** What the person asked the team, with what both wrote; without the team's own notes. */
const findTickets = (db: Db, accountId: string) =>
  db
    .selectFrom('tickets')
    .select(['number', 'kind', 'reported', 'subject', 'state', 'createdAt', 'answeredAt', 'endedAt'])
    .select(
      sql<object[]>`(
        select coalesce(json_agg(json_build_object('by', by, 'words', words, 'at', created_at) order by ticket_entries.id), '[]')
        from ticket_entries where ticket_id = tickets.id and words is not null and event in ('asked', 'reply', 'answer')
      )`.as('messages'),
    )
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()

async function findAccount(db: Db, { id }: Viewer, origin: string) {
  const { passwordHash: _, ...account } = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const student = await db
    .selectFrom('students')
    .select(['className', 'collegeName', 'idType'])
    .where('accountId', '=', id)
    .executeTakeFirst()
  const store = await db
    .selectFrom('stores')
    .select(['district', 'address', 'picture', 'acceptsByItself'])
    .where('accountId', '=', id)
    .executeTakeFirst()
  return {
    ...account,
    ...student,
    ...(student?.idType && { idNumber: 'kept encrypted, and shown to nobody but our team' }),
    ...(store && { ...store, picture: store.picture ? absolutePictureUrl(origin, store.picture) : null }),
  }
}

async function findPosts(db: Db, viewer: Viewer, origin: string) {
  const posts = await db
    .selectFrom('allPosts as posts')
    .leftJoin('stock', 'stock.postId', 'posts.id')
    .select(['id', 'kind', 'name', 'authorName', 'className', 'collegeName', 'category', 'stream', 'condition'])
    .select([
      'description',
      'publishYear',
      'district',
      'isbn',
      'pricePaise',
      'sellingPricePaise',
      'discount',
      'stock.copies',
      'isSoldOut',
      'hiddenAt',
      'hiddenBecause',
      'createdAt',
    ])
    .select(['picture1', 'picture2', 'picture3', 'coverImage', 'pdf1', 'pdf2'])
    .where('sellerId', '=', viewer.id)
    .orderBy('id')
    .execute()
  return posts.map(({ picture1, picture2, picture3, coverImage, pdf1, pdf2, ...post }) => ({
    ...post,
    pictures: pictureUrls(origin, [picture1, picture2, picture3, coverImage]),
    // These URLs need the seller's session.
    pdfs: [pdf1, pdf2].flatMap((key, n) => (key ? [`${origin}/posts/${post.id}/pdfs/${n + 1}`] : [])),
  }))
}

async function findOrders(db: Db, origin: string, column: 'buyerId' | 'sellerId', id: string) {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'kind', 'itemName', 'authorName', 'className', 'condition', 'description', 'publishYear'])
    .select(['originalPricePaise', 'sellingPricePaise', 'pricePaise', 'quantity', 'picture1', 'picture2', 'picture3'])
    .select(['name', 'phone', 'alternativePhone', 'email', 'pin', 'address', 'createdAt'])
    .select(['number', 'deal', 'state', 'stateSince', 'paymentDigits', orderHistory.as('history')])
    .select(isContactShown.as('isContactShown'))
    .where(column, '=', id)
    .orderBy('id')
    .execute()
  const hidden = { phone: null, alternativePhone: null, email: null, address: null }
  return orders.map(({ picture1, picture2, picture3, isContactShown: isShown, ...order }) => ({
    ...order,
    ...(column === 'sellerId' && !isShown && hidden),
    pictures: pictureUrls(origin, [picture1, picture2, picture3]),
  }))
}

/** Those that somebody got are here once the person can see them. */
const findRatings = (db: Db, column: 'authorId' | 'ratedId', id: string) =>
  db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.orderId')
    .select(['orders.itemName', 'by', 'stars', 'asPromised', 'communication', 'useful', 'words', 'answer'])
    .select(['ratings.createdAt', 'shownAt', 'showAt', 'reportedAt', 'hiddenAt'])
    .where(`ratings.${column}`, '=', id)
    .$if(column === 'ratedId', (query) => query.where('shownAt', 'is not', null))
    .orderBy('ratings.id')
    .execute()

const pictureUrls = (origin: string, keys: (string | null)[]) =>
  keys.flatMap((key) => (key ? [absolutePictureUrl(origin, key)] : []))
