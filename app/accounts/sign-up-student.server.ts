import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewStudent } from './account-rules.ts'
import { addAccount } from './add-account.server.ts'
import { type IdKeys, sealIdNumber } from './id-numbers.server.ts'
import { hashPassword } from './password.server.ts'

export async function signUpStudent(db: Db, idKeys: IdKeys, { password, idType, idNumber, ...student }: NewStudent) {
  const { className, collegeName, ...account } = student
  const id = newId()
  const passwordHash = await hashPassword(password) // slow, so before the transaction
  return db.transaction().execute(async (transaction) => {
    if (!(await addAccount(transaction, { id, kind: 'student', ...account, passwordHash }))) return 'phone taken'
    const sealedIdNumber = idType ? sealIdNumber(idKeys, id, idNumber) : null
    await transaction
      .insertInto('students')
      .values({ accountId: id, className, collegeName, idType: idType || null, sealedIdNumber })
      .execute()
    return 'signed up'
  })
}
