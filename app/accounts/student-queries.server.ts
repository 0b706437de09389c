import type { Db } from '#app/platform/db.server.ts'

/** A student's own profile. */
export async function findStudent(db: Db, id: string) {
  const student = await db
    .selectFrom('students')
    .innerJoin('accounts', 'accounts.id', 'students.accountId')
    .select(['accounts.name', 'students.className', 'students.collegeName'])
    .select([
      'accounts.district',
      'accounts.email',
      'accounts.phone',
      'emailConfirmedAt',
      'emailRefusedAt',
      'upiAddress',
    ])
    .where('students.accountId', '=', id)
    .executeTakeFirst()
  return student ?? null
}
