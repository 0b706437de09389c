import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewStudent } from './account-rules.ts'
import { addAccount } from './add-account.server.ts'
import type { StudentAge } from './age-rules.ts'
import { hashPassword } from './password.server.ts'
import { type IdKeys, sealText } from './sealed-text.server.ts'

/** `age`: null if it was not asked for. */
export async function signUpStudent(db: Db, idKeys: IdKeys, student: NewStudent, age: StudentAge | null = null) {
  const { name, phone, email, district, className, collegeName, idType, idNumber } = student
  const id = newId()
  const passwordHash = await hashPassword(student.password) // slow, so before the transaction
  return db.transaction().execute(async (transaction) => {
    const account = { id, kind: 'student' as const, name, phone, email, district, passwordHash }
    if (!(await addAccount(transaction, account))) return 'phone taken'
    const sealedIdNumber = idType ? sealText(idKeys, id, idNumber) : null
    await transaction
      .insertInto('students')
      .values({ accountId: id, className, collegeName, idType: idType || null, sealedIdNumber })
      .execute()
    if (age) await keepAge(transaction, id, age)
    return 'signed up'
  })
}

async function keepAge(db: Db, accountId: string, { birthYear, guardian }: StudentAge) {
  const consent = guardian && {
    guardianName: guardian.name,
    guardianContact: guardian.contact,
    consentedAt: sql<Date>`now()`,
  }
  await db
    .insertInto('studentAges')
    .values({ accountId, birthYear, ...consent })
    .execute()
}
