import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

const newestPosts = 1_000
const namesMax = 20

/** How two sellers or more of the newest posts call their classes, the most frequent first: searches find what is called alike. */
export async function findClassNames(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select class_name as name
    from (select class_name, seller_id from posts order by id desc limit ${newestPosts}) as newest
    where class_name is not null
    group by class_name
    having count(distinct seller_id) > 1
    order by count(distinct seller_id) desc, class_name
    limit ${namesMax}`.execute(db)
  return rows.map(({ name }) => name)
}
