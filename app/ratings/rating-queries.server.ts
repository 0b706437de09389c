import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { pageOf, pageSize } from '#app/platform/page-of.ts'

import type { Rater } from './rating-rules.ts'

/** A rating of an order, as its two sides see it. */
export interface OrderRating {
  by: Rater
  stars: number
  words: string | null
  answer: string | null
  isShown: boolean
  isReported: boolean
  /** JSON has no dates. */
  at: string
}

/** The ratings of an order that this side may see: its own, and the other side's once it is shown. */
export const ratingsSeenBy = (side: Rater) => sql<OrderRating[]>`(
  select coalesce(json_agg(json_build_object(
    'by', by, 'stars', stars, 'words', words, 'answer', answer, 'isShown', shown_at is not null,
    'isReported', reported_at is not null, 'at', created_at
  )), '[]')
  from ratings where ratings.order_id = orders.id and (by = ${sql.lit(side)} or shown_at is not null)
)`

/** The average of what an account was given on the other side of the counter, such as by buyers; null if it has none. */
export const averageOf = (sums: string) =>
  sql<number | null>`round(${sql.ref(`${sums}.stars`)}::numeric / ${sql.ref(`${sums}.ratings`)}, 1)::float8`

/** What buyers gave a seller in all. */
export async function findRatingSums(db: Db, sellerId: string) {
  const sums = await db
    .selectFrom('ratingSums')
    .select(['ratings', 'promised', 'promisedOf', 'communication', 'communicationOf', 'useful', 'usefulOf'])
    .select(averageOf('ratingSums').$castTo<number>().as('average'))
    .where('accountId', '=', sellerId)
    .where('by', '=', 'buyer')
    .executeTakeFirst()
  return sums ?? null
}

export type RatingSums = NonNullable<Awaited<ReturnType<typeof findRatingSums>>>

/** What buyers gave a seller, newest first; `before` is the id of the last one of the page before. */
export async function listRatings(db: Db, sellerId: string, before: string | null) {
  const rows = await db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.orderId')
    .select(['ratings.id', 'ratings.orderId', 'stars', 'words', 'answer', 'ratings.createdAt', 'orders.itemName'])
    .where('ratedId', '=', sellerId)
    .where('by', '=', 'buyer')
    .where('shownAt', 'is not', null)
    .$if(isId(before), (query) => query.where('ratings.id', '<', before!))
    .orderBy('ratings.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return pageOf(rows)
}

export type ListedRating = Awaited<ReturnType<typeof listRatings>>['rows'][number]
