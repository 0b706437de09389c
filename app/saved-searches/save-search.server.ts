import type { Viewer } from '#app/access/viewer.ts'
import { type ChargeLimit, noLimit } from '#app/forms/idempotency.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import type { Search } from '#app/posts/search/search-filters.ts'

import { describeSearch, savedQuery } from './describe-search.ts'
import { savedSearchesMax } from './saved-search-rules.ts'

/** Idempotent: a search that is saved already stays, without a charge to the limit. */
export async function saveSearch(db: Db, viewer: Viewer, search: Search, chargeLimit: ChargeLimit = noLimit) {
  const query = savedQuery(search)
  if (query === '') return 'empty'
  if (await isSearchSaved(db, viewer, search)) return 'saved'
  const tooMany = await chargeLimit()
  if (tooMany) return { tooMany }

  return db.transaction().execute(async (transaction) => {
    // Locked, so that concurrent requests of a person cannot exceed the maximum.
    await transaction.selectFrom('accounts').select('id').where('id', '=', viewer.id).forNoKeyUpdate().execute()
    if ((await countSaved(transaction, viewer)) >= savedSearchesMax) return 'full'
    await transaction
      .insertInto('savedSearches')
      .values({ accountId: viewer.id, query, title: describeSearch(search) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return 'saved'
  })
}

/** Idempotent: it does not matter whether the search was saved. */
export async function stopSearch(db: Db, viewer: Viewer, search: Search) {
  await db
    .deleteFrom('savedSearches')
    .where('accountId', '=', viewer.id)
    .where('query', '=', savedQuery(search))
    .execute()
}

/** Stops an own search of the list. False if there is none with this id. */
export async function stopSearchById(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) return false
  const { numDeletedRows } = await db
    .deleteFrom('savedSearches')
    .where('id', '=', id)
    .where('accountId', '=', viewer.id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function isSearchSaved(db: Db, viewer: Viewer, search: Search) {
  const row = await db
    .selectFrom('savedSearches')
    .select('id')
    .where('accountId', '=', viewer.id)
    .where('query', '=', savedQuery(search))
    .executeTakeFirst()
  return row !== undefined
}

/** The newest first: there are never more than a page. */
export const listSavedSearches = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('savedSearches')
    .select(['id', 'query', 'title', 'createdAt'])
    .where('accountId', '=', viewer.id)
    .orderBy('id', 'desc')
    .execute()

async function countSaved(db: Db, viewer: Viewer) {
  const { count } = await db
    .selectFrom('savedSearches')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('accountId', '=', viewer.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
