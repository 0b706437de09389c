import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { attemptKey, countAttempt, forgetAttempts, type LogInAttempt } from '#app/accounts/log-in-limits.server.ts'
import { isPassword } from '#app/accounts/password.server.ts'
import { noteAudit } from '#app/audit/note-audit.server.ts'
import { dropFiles, forgetOwner } from '#app/files/storage/drop-files.server.ts'
import { tellByMail } from '#app/notices/tell.server.ts'
import { leaveOrders } from '#app/orders/leave-orders.server.ts'
import { findFilesOfBuyers, releaseFilesOfBuyer } from '#app/orders/order-files.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { forgetRatingWords } from '#app/ratings/forget-rating-words.server.ts'
import { forgetTickets } from '#app/tickets/forget-tickets.server.ts'

interface Deletion {
  viewer: Viewer
  password: string
  address: string
}

/** Deletes the viewer's own account after checking the password. */
export async function deleteAccount(db: Db, { viewer, password, address }: Deletion) {
  const account = await findAccount(db, viewer)
  if (!account) return 'deleted' // in another tab
  const { attempt, lockedSeconds } = await countAttempt(db, {
    account: attemptKey({ kind: viewer.kind, phone: account.phone }),
    address,
  })
  if (lockedSeconds > 0) return { lockedSeconds }
  if (!(await isPassword(password, account.passwordHash))) return 'wrong password'
  await removeAccount(db, viewer, attempt)
  return 'deleted'
}

type Account = Pick<Viewer, 'id'>

/**
 * Deletes the account; foreign keys cascade to its sessions, posts with their comments, own comments, requests,
 * messages and saved posts, and to the ratings that it got. Of those that it gave the stars stay. Open orders are
 * cancelled. Orders stay for the other party without the account's id: for the seller with the delivery details, for the
 * buyer with item and price. The sweep removes the files.
 */
export async function removeAccount(db: Db, account: Account, attempts: Pick<LogInAttempt, 'account'>) {
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', '120s', true)`.execute(transaction) // a store may have years of posts and orders
    await forgetAttempts(transaction, attempts) // they contain the phone
    await leaveOrders(transaction, account) // before the posts, in the same order as a change of an order
    await lockRows(transaction, account)
    await leaveOrders(transaction, account) // those that were placed meanwhile
    await forgetRatingWords(transaction, account)
    await forgetTickets(transaction, account)
    await releaseFilesOfBuyer(transaction, account)
    const { all, unused } = await findFiles(transaction, account)
    await forgetOwner(transaction, all)
    await dropFiles(transaction, unused)
    await anonymizeOrders(transaction, account)
    await tellOfDeletion(transaction, account)
    await transaction.deleteFrom('accounts').where('id', '=', account.id).execute()
    await noteAudit(transaction, { event: 'account deleted', by: 'the person', accountId: account.id })
  })
}

const findAccount = (db: Db, { id }: Account) =>
  db.selectFrom('accounts').select(['phone', 'passwordHash']).where('id', '=', id).executeTakeFirst()

/** The mail outlives the account: its row names the address alone, and goes once it was sent. */
async function tellOfDeletion(db: Db, { id }: Account) {
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', id)
    .where('emailConfirmedAt', 'is not', null)
    .where('emailRefusedAt', 'is', null)
    .executeTakeFirst()
  if (account) await tellByMail(db, { event: 'account deleted', accountId: null, address: account.email })
}

/** Locks posts before their seller, in the same order as `placeOrder`, to avoid deadlocks. */
async function lockRows(db: Db, { id }: Account) {
  await db.selectFrom('allPosts').select('id').where('sellerId', '=', id).orderBy('id').forUpdate().execute()
  await db.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute()
}

/** Deletes orders whose other party is deleted, too. Removes the seller's description and pictures from the others. */
async function anonymizeOrders(db: Db, { id }: Account) {
  await db.deleteFrom('orders').where('sellerId', '=', id).where('buyerId', 'is', null).execute()
  await db.deleteFrom('orders').where('buyerId', '=', id).where('sellerId', 'is', null).execute()
  await db
    .updateTable('orders')
    .set({ description: null, picture1: null, picture2: null, picture3: null })
    .where('sellerId', '=', id)
    .execute()
}

/** The keys of the files of its posts, of its ordered posts that are deleted, and of the store's profile. */
async function findFiles(db: Db, { id }: Account) {
  const posts = await db
    .selectFrom('allPosts')
    .select(['picture1', 'picture2', 'picture3', 'coverImage', 'pdf1', 'pdf2'])
    .where('sellerId', '=', id)
    .execute()
  const orders = await db
    .selectFrom('orders')
    .select(['picture1', 'picture2', 'picture3'])
    .where('sellerId', '=', id)
    .execute()
  const stores = await db.selectFrom('stores').select('picture').where('accountId', '=', id).execute()
  const keys = [...posts, ...orders, ...stores].flatMap((row) => Object.values(row))
  const all = [...new Set(keys)].filter((key) => key !== null)
  const ofBuyers = new Set(await findFilesOfBuyers(db, { id })) // who paid for a PDF keeps it
  return { all, unused: all.filter((key) => !ofBuyers.has(key)) }
}
