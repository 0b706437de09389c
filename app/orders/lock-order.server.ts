import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** Hours since an order came into its state, by the clock of the database. */
export const hoursInState = sql<number>`extract(epoch from now() - state_since)::float8 / 3600`

/** Selects orders with what order-rules.ts asks for, and locks their rows: other transactions that change them wait. */
export const lockOrder = (db: Db) =>
  db
    .selectFrom('orders')
    .select(['id', 'deal', 'state', 'buyerId', 'sellerId', 'postId', 'copiesTaken', 'reminders', 'number'])
    .select(sql<boolean>`contact_until is not null`.as('isContactShown'))
    .select(hoursInState.as('hours'))
    .forUpdate()

export type LockedOrder = Awaited<ReturnType<ReturnType<typeof lockOrder>['execute']>>[number]
