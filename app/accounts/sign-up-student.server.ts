import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewStudent } from './account-rules.ts'
import { hashPassword } from './password.server.ts'

export async function signUpStudent(db: Db, { password, idType, idNumber, ...student }: NewStudent) {
  const row = await db
    .insertInto('students')
    .values({
      id: newId(),
      ...student,
      passwordHash: await hashPassword(password),
      idType: idType || null,
      idNumber: idType ? idNumber : null,
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? 'signed up' : 'phone taken'
}
