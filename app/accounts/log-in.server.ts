import { sql } from 'kysely'

import type { AccountKind } from '#app/access/role-rules.ts'
import type { Db } from '#app/platform/db.server.ts'

import { countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { failAsSlowly, hashPassword, isHashOutdated, isPassword } from './password.server.ts'
import { startSession } from './sessions.server.ts'

interface LogIn {
  phone: string
  password: string
  address: string
}

/** Neither the answer nor its timing tells whether the phone or the password was wrong. */
export async function logIn(db: Db, kind: AccountKind, { phone, password, address }: LogIn) {
  const { attempt, lockedSeconds } = await countAttempt(db, { kind, phone, address })
  if (lockedSeconds > 0) return { refused: 'locked' as const, lockedSeconds }

  const account = await db
    .selectFrom('accounts')
    .select(['id', 'passwordHash'])
    .where('kind', '=', kind)
    .where('phone', '=', phone)
    .executeTakeFirst()
  const isRight = account ? await isPassword(password, account.passwordHash) : await failAsSlowly(password)
  if (!account || !isRight) return { refused: 'wrong' as const }

  if (isHashOutdated(account.passwordHash)) await renewHash(db, { ...account, password })
  await forgetAttempts(db, attempt)
  return { token: await startSession(db, account) }
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
