import type { Db } from '#app/platform/db.server.ts'

import type { AccountKind } from './account-rules.ts'
import { hashForNobody, isPassword } from './password.server.ts'
import { startSession } from './sessions.server.ts'

/** The token of a new session, or null: whether the phone or the password was wrong nobody learns, not by time either. */
export async function logIn(db: Db, kind: AccountKind, { phone, password }: { phone: string; password: string }) {
  const account = await db
    .selectFrom(kind === 'student' ? 'students' : 'stores')
    .select(['id', 'passwordHash'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (!account) {
    await hashForNobody(password)
    return null
  }
  return (await isPassword(password, account.passwordHash)) ? startSession(db, { kind, id: account.id }) : null
}
