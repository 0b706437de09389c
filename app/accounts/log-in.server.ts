import type { Db } from '#app/platform/db.server.ts'

import type { AccountKind } from './account-rules.ts'
import { countAttempt, forgetAttempts } from './log-in-limits.server.ts'
import { isPassword, isPasswordOfNobody } from './password.server.ts'
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

  const account = await db
    .selectFrom(kind === 'student' ? 'students' : 'stores')
    .select(['id', 'passwordHash'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  const isRight = account ? await isPassword(password, account.passwordHash) : await isPasswordOfNobody(password)
  if (!account || !isRight) return { refused: 'wrong' as const }

  await forgetAttempts(db, attempt)
  return { token: await startSession(db, { kind, id: account.id }) }
}
