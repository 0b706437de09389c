import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { AccountKind } from '#app/access/role-rules.ts'
import type { Db } from '#app/platform/db.server.ts'

const windowMinutes = 15
const perAccount = 10
/** The computers of a school share one IP address. */
const perAddress = 100

export interface LogInAttempt {
  account: string
  address: Buffer
}

/** The key under which an account's attempts are counted. */
export const attemptKey = ({ kind, phone }: { kind: AccountKind; phone: string }) => `${kind}:${phone}`

/**
 * Records an attempt before its password is checked, so that concurrent attempts cannot exceed the limit;
 * `forgetAttempts` deletes it after a right password. Refused attempts do not count: they never prolong the lock.
 */
export async function countAttempt(db: Db, { account, address }: { account: string; address: string }) {
  const attempt: LogInAttempt = { account, address: createHash('sha256').update(address).digest() }
  const lockedSeconds = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${attempt.account}, 0))`.execute(transaction)
    const { rows } = await sql<{ seconds: number | null }>`
      select max(seconds)::float8 as seconds from (
        (${secondsUntilFree('account', attempt.account, perAccount)})
        union all
        (${secondsUntilFree('address_sha256', attempt.address, perAddress)})
      ) as limits`.execute(transaction)
    const seconds = rows[0]?.seconds ?? 0
    if (seconds > 0) return seconds
    await transaction
      .insertInto('logInAttempts')
      .values({ account: attempt.account, addressSha256: attempt.address })
      .execute()
    return 0
  })
  return { attempt, lockedSeconds: Math.ceil(lockedSeconds) }
}

/**
 * Seconds until the oldest of the last `limit` attempts leaves the window. Ignores attempts in the future, which would
 * lock for hours after the clock was set back; the minute allows for concurrent transactions that waited for the lock.
 */
function secondsUntilFree(column: 'account' | 'address_sha256', value: string | Buffer, limit: number) {
  return sql`
    select extract(epoch from attempted_at + ${sql.lit(`${windowMinutes} minutes`)}::interval - now()) as seconds
    from log_in_attempts
    where ${sql.ref(column)} = ${value} and attempted_at > now() - ${sql.lit(`${windowMinutes} minutes`)}::interval
      and attempted_at < now() + interval '1 minute'
    order by attempted_at desc offset ${sql.lit(limit - 1)} limit 1`
}

/** After a right password. The account's attempts no longer count for their addresses either. */
export async function forgetAttempts(db: Db, { account }: Pick<LogInAttempt, 'account'>) {
  await db.deleteFrom('logInAttempts').where('account', '=', account).execute()
}

export async function forgetOldAttempts(db: Db) {
  await sql`delete from log_in_attempts
    where attempted_at not between now() - interval '1 hour' and now() + interval '1 hour'`.execute(db)
}
