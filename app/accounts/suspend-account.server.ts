import { sql } from 'kysely'

import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { endAllSessions } from './sessions.server.ts'

interface Suspension {
  id: string
  /** Null: for good. */
  days: number | null
  /** The person reads it. */
  reason: string
}

/**
 * Suspends an account: ends its sessions and refuses its log-ins. The caller hides its posts (`hidePostsOf`). Returns false if
 * the account does not exist.
 */
export async function suspendAccount(db: Db, { id, days, reason }: Suspension) {
  const suspendedUntil = days === null ? sql<Date>`'infinity'` : sql<Date>`now() + make_interval(days => ${days})`
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ suspendedUntil, suspendedBecause: reason })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endAllSessions(db, { id })
  const time = days === null ? 'For good' : days === 1 ? 'For one day' : `For ${days} days`
  await tell(db, id, { event: 'account suspended', detail: `${time}. ${reason}` })
  return true
}

/** Before its time, or at its end. False if it is not suspended. */
export async function endSuspension(db: Db, id: string) {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ suspendedUntil: null, suspendedBecause: null })
    .where('id', '=', id)
    .where('suspendedUntil', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tell(db, id, { event: 'suspension ended' })
  return true
}

/** Accounts whose suspension is over. */
export const findOverdueSuspensions = (db: Db) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('suspendedUntil', '<=', sql<Date>`now()`)
    .limit(100)
    .execute()
