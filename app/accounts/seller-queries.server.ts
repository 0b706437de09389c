import { withPicture } from '#app/files/pictures/joined-picture.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

/** What everybody may know of an account that sells: of a store how to reach it, of a student the college alone. */
export async function findSeller(db: Db, id: string) {
  if (!isId(id)) return null
  const row = await db
    .selectFrom('accounts')
    .leftJoin('stores', 'stores.accountId', 'accounts.id')
    .leftJoin('students', 'students.accountId', 'accounts.id')
    .leftJoin('files', 'files.key', 'stores.picture')
    .select([
      'accounts.id',
      'accounts.kind',
      'accounts.name',
      'accounts.createdAt as since',
      'stores.district',
      'stores.address',
      'students.collegeName as college',
      'files.key as pictureKey',
      'files.width as pictureWidth',
      'files.height as pictureHeight',
    ])
    .select((is) => is.case().when('accounts.kind', '=', 'store').then(is.ref('accounts.phone')).end().as('phone'))
    .where('accounts.id', '=', id)
    .where('suspendedUntil', 'is', null)
    .executeTakeFirst()
  return row ? withPicture(row) : null
}

export type Seller = NonNullable<Awaited<ReturnType<typeof findSeller>>>
