import type { Db } from '#app/platform/db.server.ts'

/** What a store sees of itself. */
export async function findStore(db: Db, id: string) {
  const row = await db
    .selectFrom('stores')
    .leftJoin('files', 'files.key', 'stores.picture')
    .select([
      'stores.name',
      'stores.district',
      'stores.address',
      'stores.email',
      'stores.phone',
      'files.key as pictureKey',
      'files.width as pictureWidth',
      'files.height as pictureHeight',
    ])
    .where('stores.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { pictureKey, pictureWidth, pictureHeight, ...store } = row
  const picture = pictureKey === null ? null : { key: pictureKey, width: pictureWidth!, height: pictureHeight! }
  return { ...store, picture }
}
