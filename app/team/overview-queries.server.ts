import { type RawBuilder, sql } from 'kysely'

import { dayMs } from '#app/format/dates.ts'
import { outboxDays } from '#app/notices/notice-rules.ts'
import { isLetFall } from '#app/orders/completion-queries.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { lowestIdAt } from '#app/platform/ids.server.ts'

import { type AnyRow, type FigureName, figureNames, type FigureRow } from './figures.ts'
import type { Period } from './overview-period.ts'

interface Counted {
  columns: RawBuilder<unknown>
  from: string
  where?: RawBuilder<unknown>
}

/**
 * One row for each bucket. Ids are UUIDv7, so a bucket is a range of the primary key: nothing older is read, and no
 * table needs an index by time.
 */
async function countIn<Name extends FigureName>(db: Db, { buckets }: Period, counted: Counted) {
  const { columns, from, where = sql`true` } = counted
  const low = buckets.map(({ start }) => lowestIdAt(start))
  const high = buckets.map(({ end }) => lowestIdAt(end))
  const { rows } = await sql<FigureRow<Name>>`
    select counted.*
    from unnest(${low}::uuid[], ${high}::uuid[]) with ordinality as bucket (low, high, nth)
    cross join lateral (
      select ${columns} from ${sql.table(from)} where id >= low and id < high and ${where}
    ) as counted
    order by nth`.execute(db)
  return rows
}

const count = sql`count(*)::int`
const countOf = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int`

/** How long after its order a step came: the id of an order has the time of the purchase. Clocks may differ a little. */
const wait = sql`greatest(extract(epoch from created_at - uuid_extract_timestamp(order_id)), 0)`
const medianHours = sql`percentile_cont(0.5) within group (order by ${wait}) / 3600`

type Queries = { [Name in FigureName]: (db: Db, period: Period) => Promise<FigureRow<Name>[]> }

const queries: Queries = {
  posts: (db, period) => countIn<'posts'>(db, period, { columns: sql`${count} as posts`, from: 'posts' }),

  orders: (db, period) =>
    countIn<'orders'>(db, period, {
      columns: sql`
        ${countOf(sql`state = 'placed'`)} as placed,
        ${countOf(sql`state in ('meeting', 'packing', 'preparing')`)} as accepted,
        ${countOf(sql`state = 'ready'`)} as ready,
        ${countOf(sql`state = 'sent'`)} as sent,
        ${countOf(sql`state = 'paid'`)} as paid,
        ${countOf(sql`state = 'problem'`)} as problem,
        ${countOf(sql`state = 'completed'`)} as completed,
        ${countOf(sql`state = 'declined'`)} as declined,
        ${countOf(sql`state = 'cancelled'`)} as cancelled,
        ${countOf(sql`state = 'expired'`)} as expired`,
      from: 'orders',
    }),

  /** As on a seller's page (findCompletion), of all sellers. */
  completion: (db, period) => {
    const completed = countOf(sql`to_state = 'completed'`)
    return countIn<'completion'>(db, period, {
      columns: sql`
        100 * ${completed} / nullif(${count}, 0) as share, ${completed} as completed, ${countOf(isLetFall)} as let_fall`,
      from: 'order_events',
      where: sql`(to_state = 'completed' or ${isLetFall})`,
    })
  },

  acceptance: (db, period) =>
    countIn<'acceptance'>(db, period, {
      columns: sql`${medianHours} as median, ${count} as accepted`,
      from: 'order_events',
      where: sql`deed in ('accept to meet', 'accept to collect', 'accept to send') and by = 'seller'`,
    }),

  'hand-over': (db, period) =>
    countIn<'hand-over'>(db, period, {
      columns: sql`${medianHours} as median, ${count} as handed_over`,
      from: 'order_events',
      where: sql`deed in ('hand over', 'say received')`,
    }),

  requests: (db, period) =>
    countIn<'requests'>(db, period, {
      columns: sql`
        ${countOf(sql`answered_at is not null`)} as answered, ${countOf(sql`answered_at is null`)} as waiting`,
      from: 'tickets',
      where: sql`kind = 'request'`,
    }),

  'sign-ups': (db, period) =>
    countIn<'sign-ups'>(db, period, {
      columns: sql`${countOf(sql`kind = 'student'`)} as students, ${countOf(sql`kind = 'store'`)} as stores`,
      from: 'accounts',
    }),

  /** What was not wanted any more when it was due is neither sent nor failed. */
  mails: async (db, period) => {
    const rows = await countIn<'mails'>(db, period, {
      columns: sql`
        ${countOf(sql`outcome = 'sent'`)} as sent,
        ${countOf(sql`outcome is null`)} as waiting,
        ${countOf(sql`outcome in ('refused', 'given up')`)} as failed`,
      from: 'outbox',
      where: sql`way = 'mail'`,
    })
    const keptSince = period.now.getTime() - outboxDays * dayMs
    return rows.map((row, n) =>
      period.buckets[n]!.start.getTime() < keptSince ? { sent: null, waiting: null, failed: null } : row,
    )
  },
}

/** What the figure was in each of the buckets. */
export const findFigure = (db: Db, name: FigureName, period: Period): Promise<AnyRow[]> => queries[name](db, period)

/** All of them, one after the other: a page of the team takes no more than one connection from the market. */
export async function findFigures(db: Db, period: Period) {
  const found = {} as Record<FigureName, AnyRow[]>
  for (const name of figureNames) found[name] = await findFigure(db, name, period)
  return found
}
