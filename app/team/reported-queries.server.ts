import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import type { ReportReason } from '#app/reports/report-reason-rules.ts'
import type { Reported } from '#app/tickets/ticket-rules.ts'

/** What was reported, also if it is hidden. */
export interface ReportedThing {
  reported: Reported
  id: string
  words: string
  /** Where it can be seen; null if it is hidden. */
  path: string | null
  ownerId: string | null
  ownerName: string | null
  isHidden: boolean
  isSuspended: boolean
  /** What stands around it, such as the post that a comment is about. */
  context: string | null
}

/** Null if it was deleted meanwhile. */
export async function findReportedThing(db: Db, reported: Reported, id: string): Promise<ReportedThing | null> {
  const { rows } = await queries[reported](id).execute(db)
  const [found] = rows
  return found ? { reported, id, ...found } : null
}

type Found = Omit<ReportedThing, 'reported' | 'id'>

const owner = sql`
  owner.id as owner_id, owner.name as owner_name, coalesce(owner.suspended_until > now(), false) as is_suspended`

const queries = {
  post: (id: string) => sql<Found>`
    select all_posts.name as words, ${owner}, hidden_at is not null as is_hidden,
      case when hidden_at is null then '/posts/' || all_posts.id end as path,
      concat_ws(' · ', all_posts.kind, author_name, class_name, '₹' || payable_paise / 100, description) as context
    from all_posts join accounts as owner on owner.id = seller_id where all_posts.id = ${id}`,
  comment: (id: string) => sql<Found>`
    select comment as words, ${owner}, all_comments.hidden_at is not null as is_hidden,
      case when all_comments.hidden_at is null and all_posts.hidden_at is null
        then '/posts/' || post_id || '?from=' || all_comments.id || '#comment-' || all_comments.id end as path,
      'On ' || all_posts.name as context
    from all_comments join all_posts on all_posts.id = post_id join accounts as owner on owner.id = author_id
    where all_comments.id = ${id}`,
  rating: (id: string) => sql<Found>`
    select stars || ' stars. ' || coalesce(words, '') as words, ${owner}, hidden_at is not null as is_hidden,
      case when shown_at is not null and ratings.by = 'buyer' then '/sellers/' || rated_id || '/ratings' end as path,
      concat_ws(' · ', 'Order ' || orders.number, orders.item_name, 'about ' || rated.name, answer) as context
    from ratings join orders on orders.id = order_id join accounts as rated on rated.id = rated_id
      left join accounts as owner on owner.id = author_id
    where ratings.id = ${id}`,
  person: (id: string) => sql<Found>`
    select owner.name as words, ${owner}, false as is_hidden,
      case when suspended_until is null then '/sellers/' || owner.id end as path,
      (select count(*) from all_posts where seller_id = owner.id) || ' posts' as context
    from accounts as owner where owner.id = ${id}`,
}

/** Who reported it, and why. */
export const listReports = (db: Db, ticketId: string) =>
  db
    .selectFrom('reports')
    .leftJoin('accounts', 'accounts.id', 'reporterId')
    .select(['reporterId', 'accounts.name as reporter', 'reason', 'words', 'reports.createdAt'])
    .where('ticketId', '=', ticketId)
    .orderBy('reports.createdAt')
    .$narrowType<{ reason: ReportReason }>()
    .execute()
