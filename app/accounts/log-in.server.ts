import { sql } from 'kysely'

import type { AccountKind } from '#app/access/role-rules.ts'
import { noteAudit, noteAuditOnce } from '#app/audit/note-audit.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { noteBrowser } from './known-browsers.server.ts'
import { attemptKey, countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { failAsSlowly, hashPassword, isHashOutdated, isPassword } from './password.server.ts'
import { startSession } from './sessions.server.ts'

interface LogIn {
  phone: string
  password: string
  address: string
  /** In words (describe-browser.ts). */
  browser?: string | null
  /** By which a browser is known; null if it was never logged in with. */
  browserToken?: string | null
}

/** Neither the answer nor its timing tells whether the phone or the password was wrong. */
export async function logIn(db: Db, kind: AccountKind, from: LogIn) {
  const { phone, password, address, browser = null, browserToken = null } = from
  const { attempt, lockedSeconds } = await countAttempt(db, { account: attemptKey({ kind, phone }), address })
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'passwordHash', 'suspendedBecause'])
    .select(sql<boolean>`suspended_until > now() is true`.as('isSuspended'))
    .select(sql<Date | null>`case when isfinite(suspended_until) then suspended_until end`.as('suspendedUntil'))
    .where('kind', '=', kind)
    .where('phone', '=', phone)
    .executeTakeFirst()
  const accountId = account?.id ?? null
  if (lockedSeconds > 0) {
    await noteAuditOnce(db, { event: 'log-in locked', by: 'somebody', accountId })
    return { refused: 'locked' as const, lockedSeconds }
  }
  const isRight = account ? await isPassword(password, account.passwordHash) : await failAsSlowly(password)
  if (!account || !isRight) {
    await noteAudit(db, { event: 'log-in refused', by: 'somebody', accountId })
    return { refused: 'wrong' as const }
  }
  if (account.isSuspended) {
    const { suspendedUntil, suspendedBecause } = account
    return { refused: 'suspended' as const, until: suspendedUntil, because: suspendedBecause! }
  }
  await noteAudit(db, { event: 'logged in', by: 'the person', accountId })

  if (isHashOutdated(account.passwordHash)) await renewHash(db, { ...account, password })
  await forgetAttempts(db, attempt)
  const session = await db.transaction().execute(async (transaction) => ({
    token: await startSession(transaction, account, browser),
    browserToken: await noteBrowser(transaction, account, { token: browserToken, inWords: browser }),
  }))
  return { token: session.token, browserToken: session.browserToken }
}

interface Renewal {
  id: string
  password: string
  passwordHash: string
}

/** Hashes the same password with the current parameters. The setting keeps the trigger from ending the sessions. */
async function renewHash(db: Db, { id, password, passwordHash: old }: Renewal) {
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('puthi.is_same_password', 'on', true)`.execute(transaction)
    await transaction
      .updateTable('accounts')
      .set({ passwordHash })
      .where('id', '=', id)
      .where('passwordHash', '=', old) // unless the password was changed meanwhile
      .execute()
  })
}
