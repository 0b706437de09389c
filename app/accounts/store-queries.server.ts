import { withPicture } from '#app/files/pictures/joined-picture.ts'
import type { Db } from '#app/platform/db.server.ts'

/** A store's own profile. */
export async function findStore(db: Db, id: string) {
  const row = await db
    .selectFrom('stores')
    .innerJoin('accounts', 'accounts.id', 'stores.accountId')
    .leftJoin('files', 'files.key', 'stores.picture')
    .select([
      'accounts.name',
      'stores.district',
      'stores.address',
      'accounts.email',
      'accounts.phone',
      'accounts.emailConfirmedAt',
      'accounts.emailRefusedAt',
      'accounts.upiAddress',
      'stores.acceptsByItself',
      'files.key as pictureKey',
      'files.width as pictureWidth',
      'files.height as pictureHeight',
    ])
    .where('stores.accountId', '=', id)
    .executeTakeFirst()
  return row ? withPicture(row) : null
}
