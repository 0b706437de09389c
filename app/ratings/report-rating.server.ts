import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { addReport } from '#app/reports/add-report.server.ts'

import { findShown } from './answer-rating.server.ts'

interface Report {
  orderId: string
  /** What is wrong with it. */
  words: string
}

/** Who was rated reports it to the team. False if there is no such rating. */
export async function reportRating(db: Db, rated: Pick<Viewer, 'id'>, { orderId, words }: Report) {
  const rating = await findShown(db, rated, orderId)
  if (!rating) return false
  await addReport(db, rated.id, { reported: 'rating', id: rating.id }, { reason: 'other', words })
  await db
    .updateTable('ratings')
    .set({ reportedAt: sql<Date>`coalesce(reported_at, now())` })
    .where('id', '=', rating.id)
    .execute()
  return true
}
