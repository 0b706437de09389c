import { sql } from 'kysely'

import { pictureUrl } from '#app/files/picture-url.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { Viewer } from './account-rules.ts'

/** The column of a table that says whose a row is. */
const ownColumn = ({ kind }: Viewer) => (kind === 'student' ? 'studentId' : 'storeId')
const buyerColumn = ({ kind }: Viewer) => (kind === 'student' ? 'buyerStudentId' : 'buyerStoreId')
const sellerColumn = ({ kind }: Viewer) => (kind === 'student' ? 'sellerStudentId' : 'sellerStoreId')

export interface AccountCounts {
  posts: number
  comments: number
  received: number
  placed: number
  requests: number
  messages: number
}

/** How much of each thing there is, for whoever is asked whether to delete it. */
export async function countAccountData(db: Db, viewer: Viewer) {
  const of = (table: string, column: string) =>
    sql`(select count(*)::int from ${sql.table(table)} where ${sql.ref(column)} = ${viewer.id})`
  const { rows } = await sql<AccountCounts>`
    select
      ${of('posts', ownColumn(viewer))} as posts,
      ${of('comments', ownColumn(viewer))} as comments,
      ${of('orders', sellerColumn(viewer))} as received,
      ${of('orders', buyerColumn(viewer))} as placed,
      ${of('bookRequests', 'studentId')} as requests,
      ${of('contactMessages', 'studentId')} as messages`.execute(db)
  return rows[0]!
}

/**
 * Everything that is kept about an account, as of one moment. A password cannot be told, and an id number never leaves the
 * server. Of others there is what the person may see anyway: who bought from them, and where to deliver.
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
        .where(ownColumn(viewer), '=', id)
        .orderBy('createdAt')
        .execute(),
      posts: await findPosts(transaction, viewer, origin),
      comments: await transaction
        .selectFrom('comments')
        .innerJoin('posts', 'posts.id', 'comments.postId')
        .select(['posts.name as under', 'comments.comment', 'comments.createdAt'])
        .where(`comments.${ownColumn(viewer)}`, '=', id)
        .orderBy('comments.id')
        .execute(),
      ordersPlaced: await findOrders(transaction, origin, buyerColumn(viewer), id),
      ordersReceived: await findOrders(transaction, origin, sellerColumn(viewer), id),
      bookRequests: await transaction
        .selectFrom('bookRequests')
        .select(['bookName', 'className', 'stream', 'condition', 'phone', 'address', 'pin', 'comment', 'createdAt'])
        .where('studentId', '=', id)
        .orderBy('id')
        .execute(),
      messages: await transaction
        .selectFrom('contactMessages')
        .select(['name', 'phone', 'reason', 'createdAt'])
        .where('studentId', '=', id)
        .orderBy('id')
        .execute(),
    }))
}

async function findAccount(db: Db, { kind, id }: Viewer, origin: string) {
  if (kind === 'student') {
    const student = await db
      .selectFrom('students')
      .select(['id', 'name', 'className', 'collegeName', 'phone', 'email', 'idType', 'createdAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { kind, ...student, ...(student.idType && { idNumber: 'kept encrypted, and shown to nobody but our team' }) }
  }
  const store = await db
    .selectFrom('stores')
    .select(['id', 'name', 'district', 'address', 'phone', 'email', 'picture', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { kind, ...store, picture: store.picture ? origin + pictureUrl(store.picture) : null }
}

async function findPosts(db: Db, viewer: Viewer, origin: string) {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'kind', 'name', 'authorName', 'className', 'collegeName', 'category', 'stream', 'condition'])
    .select(['description', 'publishYear', 'pricePaise', 'sellingPricePaise', 'discount', 'createdAt'])
    .select(['picture1', 'picture2', 'picture3', 'coverImage', 'pdf1', 'pdf2'])
    .where(ownColumn(viewer), '=', viewer.id)
    .orderBy('id')
    .execute()
  return posts.map(({ picture1, picture2, picture3, coverImage, pdf1, pdf2, ...post }) => ({
    ...post,
    pictures: pictureUrls(origin, [picture1, picture2, picture3, coverImage]),
    // Their seller reads them there, logged in.
    pdfs: [pdf1, pdf2].flatMap((key, n) => (key ? [`${origin}/posts/${post.id}/pdfs/${n + 1}`] : [])),
  }))
}

type OrderColumn = ReturnType<typeof buyerColumn> | ReturnType<typeof sellerColumn>

async function findOrders(db: Db, origin: string, column: OrderColumn, id: string) {
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
