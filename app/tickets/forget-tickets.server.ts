import type { Db } from '#app/platform/db.server.ts'

/** Of an account that is deleted. What it reported stays reported, without who did it. */
export async function forgetTickets(db: Db, { id }: { id: string }) {
  await db.deleteFrom('tickets').where('accountId', '=', id).where('kind', '<>', 'report').execute()
}
