import { type RawBuilder, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Waiting } from '#app/access/waiting.ts'
import type { Db } from '#app/platform/db.server.ts'

/** The navigation counts no further. */
const countedMax = 100

/** How many rows there are, which an index finds. */
const countOf = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select from ${rows} limit ${sql.lit(countedMax)}) as counted)`

export async function findWaiting(db: Db, { id }: Pick<Viewer, 'id'>): Promise<Waiting> {
  const { rows } = await sql<Waiting>`select
    ${countOf(sql`notices where account_id = ${id} and is_in_app and read_at is null`)} as notices,
    ${countOf(sql`orders where seller_id = ${id} and seller_tab = 'own'`)} as orders,
    ${countOf(sql`orders where buyer_id = ${id} and buyer_tab = 'own'`)} as purchases`.execute(db)
  return rows[0]!
}
