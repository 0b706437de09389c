import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import type { AccountKind } from './account-rules.ts'
import { countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { hashPassword, isHashOutdated, isPassword, isPasswordOfNobody } from './password.server.ts'
import { startSession } from './sessions.server.ts'

interface LogIn {
  phone: string
  password: string
  address: string
}

/** Whether the phone or the password was wrong nobody learns: neither from the answer nor from the time it takes. */
export async function logIn(db: Db, kind: AccountKind, { phone, password, address }: LogIn) {
  const { attempt, lockedSeconds } = await countAttempt(db, { kind, phone, address })
  if (lockedSeconds > 0) return { refused: 'locked' as const, lockedSeconds }

  const table = kind === 'student' ? 'students' : 'stores'
  const account = await db
    .selectFrom(table)
    .select(['id', 'passwordHash'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  const isRight = account ? await isPassword(password, account.passwordHash) : await isPasswordOfNobody(password)
  if (!account || !isRight) return { refused: 'wrong' as const }

  if (isHashOutdated(account.passwordHash)) await renewHash(db, table, { ...account, password })
  await forgetAttempts(db, attempt)
  return { token: await startSession(db, { kind, id: account.id }) }
}

interface Renewal {
  id: string
  password: string
  passwordHash: string
}

/** Hashes the same password by today's parameters, without ending the sessions as a new password would. */
async function renewHash(db: Db, table: 'students' | 'stores', { id, password, passwordHash: old }: Renewal) {
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('puthi.is_same_password', 'on', true)`.execute(transaction)
    // Not where the password was changed meanwhile.
    await transaction
      .updateTable(table)
      .set({ passwordHash })
      .where('id', '=', id)
      .where('passwordHash', '=', old)
      .execute()
  })
}
