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
      'files.key as pictureKey',
      'files.width as pictureWidth',
      'files.height as pictureHeight',
    ])
    .where('stores.accountId', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { pictureKey, pictureWidth, pictureHeight, ...store } = row
  const picture = pictureKey === null ? null : { key: pictureKey, width: pictureWidth!, height: pictureHeight! }
  return { ...store, picture }
}
