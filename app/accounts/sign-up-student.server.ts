import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewStudent } from './account-rules.ts'
import { type IdKeys, sealIdNumber } from './id-numbers.server.ts'
import { hashPassword } from './password.server.ts'

export async function signUpStudent(db: Db, idKeys: IdKeys, { password, idType, idNumber, ...student }: NewStudent) {
  const id = newId()
  const row = await db
    .insertInto('students')
    .values({
      id,
      ...student,
      passwordHash: await hashPassword(password),
      idType: idType || null,
      sealedIdNumber: idType ? sealIdNumber(idKeys, id, idNumber) : null,
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? 'signed up' : 'phone taken'
}
