import { sql } from 'kysely'

import type { Viewer } from '#app/accounts/account-rules.ts'
import { pictureUrl } from '#app/files/pictures/picture-url.ts'
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
      ${count('posts', 'sellerId')} as posts,
      ${count('comments', 'authorId')} as comments,
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
      sessions: await transaction
        .selectFrom('sessions')
        .select(['createdAt', 'expiresAt'])
        .where('accountId', '=', id)
        .orderBy('createdAt')
        .execute(),
      posts: await findPosts(transaction, viewer, origin),
      comments: await transaction
        .selectFrom('comments')
        .innerJoin('posts', 'posts.id', 'comments.postId')
        .select(['posts.name as under', 'comments.comment', 'comments.createdAt'])
        .where('comments.authorId', '=', id)
        .orderBy('comments.id')
        .execute(),
      ordersPlaced: await findOrders(transaction, origin, 'buyerId', id),
      ordersReceived: await findOrders(transaction, origin, 'sellerId', id),
      bookRequests: await transaction
        .selectFrom('bookRequests')
        .select(['bookName', 'className', 'stream', 'condition', 'phone', 'address', 'pin', 'comment', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
      messages: await transaction
        .selectFrom('contactMessages')
        .select(['name', 'phone', 'reason', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
      savedPosts: await transaction
        .selectFrom('savedPosts')
        .select(['kind', 'name', 'pricePaise', 'createdAt'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute(),
    }))
}

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
    .select(['district', 'address', 'picture'])
    .where('accountId', '=', id)
    .executeTakeFirst()
  return {
    ...account,
    ...student,
    ...(student?.idType && { idNumber: 'kept encrypted, and shown to nobody but our team' }),
    ...(store && { ...store, picture: store.picture ? origin + pictureUrl(store.picture) : null }),
  }
}

async function findPosts(db: Db, viewer: Viewer, origin: string) {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'kind', 'name', 'authorName', 'className', 'collegeName', 'category', 'stream', 'condition'])
    .select([
      'description',
      'publishYear',
      'district',
      'isbn',
      'pricePaise',
      'sellingPricePaise',
      'discount',
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
    .where(column, '=', id)
    .orderBy('id')
    .execute()
  return orders.map(({ picture1, picture2, picture3, ...order }) => ({
    ...order,
    pictures: pictureUrls(origin, [picture1, picture2, picture3]),
  }))
}

const pictureUrls = (origin: string, keys: (string | null)[]) =>
  keys.flatMap((key) => (key ? [origin + pictureUrl(key)] : []))
