import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { endRequest, reopenRequest } from '#app/tickets/end-request.server.ts'

import type { RequestChange } from './book-request-rules.ts'

/** Closes an own request, or opens it again. False if there is none with this id. */
export async function changeBookRequest(db: Db, viewer: Viewer, id: string, { change }: RequestChange) {
  if (!isId(id)) return false
  const isOpen = change === 'open'
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('bookRequests')
      .set({ closedAt: isOpen ? null : sql`coalesce(closed_at, now())`, closedBecause: isOpen ? null : change })
      .where('id', '=', id)
      .where('accountId', '=', viewer.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await (isOpen ? reopenRequest : endRequest)(transaction, id)
    return true
  })
}

/** The team ends the ticket of a request, or opens it again. */
export async function closeByTeam(db: Db, id: string, isClosed: boolean) {
  await db
    .updateTable('bookRequests')
    .set({ closedAt: isClosed ? sql`coalesce(closed_at, now())` : null, closedBecause: isClosed ? 'team' : null })
    .where('id', '=', id)
    .execute()
}
