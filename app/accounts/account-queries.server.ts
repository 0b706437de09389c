import type { Db } from '#app/platform/db.server.ts'

/** Where the posts of an account are that have no district of their own; null if it is not known. */
export async function findDistrict(db: Db, id: string) {
  const account = await db.selectFrom('accounts').select('district').where('id', '=', id).executeTakeFirst()
  return account?.district ?? null
}
