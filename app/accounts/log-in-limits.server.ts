import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import type { AccountKind } from './account-rules.ts'

const windowMinutes = 15
const perAccount = 10
/** A school's computers share one address: it may fail more often than one person. */
const perAddress = 100

export interface LogInAttempt {
  account: string
  address: Buffer
}

/** Under which the attempts of an account are counted. */
export const accountName = ({ kind, phone }: { kind: AccountKind; phone: string }) => `${kind}:${phone}`

/**
 * Counts an attempt before its password is looked at, so that many at once cannot slip through; `forgetAttempts` takes
 * it back when the password was right. Refused ones do not count: who waits gets in again.
 */
export async function countAttempt(db: Db, who: { kind: AccountKind; phone: string; address: string }) {
  const attempt: LogInAttempt = {
    account: accountName(who),
    address: createHash('sha256').update(who.address).digest(),
  }
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
 * The oldest of the last `limit` attempts says when there is room for one more. One that lies ahead was made before the
 * clock was set back, and would lock for hours; a minute is left to those who waited for their turn.
 */
function secondsUntilFree(column: 'account' | 'address_sha256', value: string | Buffer, limit: number) {
  return sql`
    select extract(epoch from attempted_at + ${sql.lit(`${windowMinutes} minutes`)}::interval - now()) as seconds
    from log_in_attempts
    where ${sql.ref(column)} = ${value} and attempted_at > now() - ${sql.lit(`${windowMinutes} minutes`)}::interval
      and attempted_at < now() + interval '1 minute'
    order by attempted_at desc offset ${sql.lit(limit - 1)} limit 1`
}

/** A right password wipes the account's slate, and takes its own attempt back from the address. */
export async function forgetAttempts(db: Db, { account }: Pick<LogInAttempt, 'account'>) {
  await db.deleteFrom('logInAttempts').where('account', '=', account).execute()
}

export async function forgetOldAttempts(db: Db) {
  await sql`delete from log_in_attempts
    where attempted_at not between now() - interval '1 hour' and now() + interval '1 hour'`.execute(db)
}
