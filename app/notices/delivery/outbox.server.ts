import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { withFacts } from '../notice-queries.server.ts'
import type { NoticeSetting } from '../notice-rules.ts'
import type { Outcome } from '../notices.tables.ts'

/** How long a claim lasts: longer than a batch takes to send. After that another process may send it again. */
const claimSeconds = 300

/** A row is given up this long after it was written. */
const keptDays = 3

/** Claims rows that are due, for this process alone, and reads what there is to send. */
export async function claimDue(db: Db, way: 'mail' | 'push', limit: number) {
  const { rows } = await sql<{ id: string }>`
    update outbox set due_at = now() + make_interval(secs => ${claimSeconds}), attempts = attempts + 1
    where id in (
      select id from outbox where way = ${way} and done_at is null and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    returning id`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return withFacts(db)
    .innerJoin('outbox', 'outbox.noticeId', 'notices.id')
    .leftJoin('accounts', 'accounts.id', 'notices.accountId')
    .leftJoin('pushSubscriptions', 'pushSubscriptions.id', 'outbox.subscriptionId')
    .select(['outbox.id', 'outbox.noticeId', 'outbox.attempts', 'outbox.address', 'notices.accountId'])
    .select(['accounts.name', 'accounts.kind as accountKind', 'accounts.email'])
    .select(['accounts.emailConfirmedAt', 'accounts.emailRefusedAt'])
    .select(['pushSubscriptions.endpoint', 'pushSubscriptions.p256dh', 'pushSubscriptions.auth'])
    .select(settingsOfRecipient)
    .select(isOver)
    .select(sql<boolean>`outbox.created_at < now() - make_interval(days => ${keptDays})`.as('isTooOld'))
    .where('outbox.id', 'in', ids)
    .orderBy('outbox.createdAt')
    .execute()
}

/** Whether it tells of a match with a post that is sold or hidden by now, or with a request that is closed. */
const isOver = sql<boolean>`(
    notices.event in ('request matched', 'search matched')
    and (coalesce(posts.is_sold_out, true) or book_requests.closed_at is not null)
  )`.as('isOver')

const settingsOfRecipient = sql<NoticeSetting[]>`coalesce((
    select json_agg(json_build_object('kind', kind, 'way', way, 'isOn', is_on)) from notice_settings
    where notice_settings.account_id = notices.account_id
  ), '[]')`.as('settings')

export type OutboxRow = Awaited<ReturnType<typeof claimDue>>[number]

/** Of somebody without an account nothing is kept: not even to whom it went. */
export async function finish(db: Db, rows: OutboxRow[], outcome: Outcome) {
  if (rows.length === 0) return
  const anonymous = rows.filter(({ accountId }) => accountId === null).map(({ noticeId }) => noticeId)
  const others = rows.filter(({ accountId }) => accountId !== null).map(({ id }) => id)
  if (anonymous.length > 0) await db.deleteFrom('notices').where('id', 'in', anonymous).execute()
  if (others.length > 0)
    await db
      .updateTable('outbox')
      .set({ doneAt: sql`now()`, outcome })
      .where('id', 'in', others)
      .execute()
}

/** A minute after the first attempt, then twice as long each time, up to three hours. */
export async function putOff(db: Db, rows: OutboxRow[]) {
  if (rows.length === 0) return
  await db
    .updateTable('outbox')
    .set({ dueAt: sql`now() + least(interval '1 minute' * power(2, attempts - 1), interval '3 hours')` })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
