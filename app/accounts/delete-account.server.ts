import { sql } from 'kysely'

import { dropFiles } from '#app/files/drop-files.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { Viewer } from './account-rules.ts'
import { countAttempt, forgetAttempts, type LogInAttempt } from './log-in-limits.server.ts'
import { isPassword } from './password.server.ts'

interface Deletion {
  viewer: Viewer
  password: string
  address: string
}

/** By the person itself, who shows that the password is known. */
export async function deleteAccount(db: Db, { viewer, password, address }: Deletion) {
  const account = await findAccount(db, viewer)
  if (!account) return 'deleted' // by another page of the same person
  const { attempt, lockedSeconds } = await countAttempt(db, { kind: viewer.kind, phone: account.phone, address })
  if (lockedSeconds > 0) return { lockedSeconds }
  if (!(await isPassword(password, account.passwordHash))) return 'wrong password'
  await removeAccount(db, viewer, attempt)
  return 'deleted'
}

type Account = Pick<Viewer, 'kind' | 'id'>

/**
 * The account goes, and by the database's own references all that hangs on it: sessions, posts with what was said under
 * them, comments, orders received, requests, messages. Orders that others received stay, with what they need to deliver and
 * without whose they were. The sweep removes the files.
 */
export async function removeAccount(db: Db, account: Account, attempts: Pick<LogInAttempt, 'account'>) {
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', '120s', true)`.execute(transaction) // a store may have sold for years
    await forgetAttempts(transaction, attempts) // their rows hold the phone
    await lock(transaction, account)
    await dropFiles(transaction, await findFiles(transaction, account))
    await transaction.deleteFrom(tableOf(account)).where('id', '=', account.id).execute()
  })
}

const tableOf = ({ kind }: Account) => (kind === 'student' ? 'students' : 'stores')

const findAccount = (db: Db, account: Account) =>
  db.selectFrom(tableOf(account)).select(['phone', 'passwordHash']).where('id', '=', account.id).executeTakeFirst()

/** Posts before their seller, as whoever places an order does: neither waits for the other for ever. */
async function lock(db: Db, account: Account) {
  const owner = account.kind === 'student' ? 'studentId' : 'storeId'
  await db.selectFrom('posts').select('id').where(owner, '=', account.id).orderBy('id').forUpdate().execute()
  await db.selectFrom(tableOf(account)).select('id').where('id', '=', account.id).forUpdate().execute()
}

/** Of the posts, of posts that were deleted after somebody had ordered them, and of the store itself. */
async function findFiles(db: Db, { kind, id }: Account) {
  const posts = await db
    .selectFrom('posts')
    .select(['picture1', 'picture2', 'picture3', 'coverImage', 'pdf1', 'pdf2'])
    .where(kind === 'student' ? 'studentId' : 'storeId', '=', id)
    .execute()
  const orders = await db
    .selectFrom('orders')
    .select(['picture1', 'picture2', 'picture3'])
    .where(kind === 'student' ? 'sellerStudentId' : 'sellerStoreId', '=', id)
    .execute()
  const stores = kind === 'store' ? await db.selectFrom('stores').select('picture').where('id', '=', id).execute() : []
  const keys = [...posts, ...orders, ...stores].flatMap((row) => Object.values(row))
  return [...new Set(keys)].filter((key) => key !== null)
}
