import { type Kysely, sql } from 'kysely'

import { createPool, type Db, dbOf, isTooSlow, type Tables } from '#app/platform/db.server.ts'

type SearchDbOptions = Pick<NonNullable<Parameters<typeof createPool>[1]>, 'max' | 'onConnectionLost' | 'metrics'>

/**
 * A separate pool, so that searches do not delay other queries. All steps of a search are small: replanning, JIT and
 * parallel workers would take longer than they save. A connection's first search plans all steps, which takes 40 ms, so
 * idle connections are kept for 10 minutes.
 */
export const createSearchPool = (url: string, options: SearchDbOptions = {}) =>
  createPool(url, { max: 4, ...options, idleMs: 10 * 60_000, settings: searchSettings })

export const createSearchDb = (url: string, options: SearchDbOptions = {}) => dbOf(createSearchPool(url, options))

export const searchSettings = {
  default_transaction_read_only: 'on',
  statement_timeout: '5s', // a machine that is busy for a moment answers late, not with an error
  enable_seqscan: 'off',
  random_page_cost: '1.1', // the searched tables fit in memory
  jit: 'off',
  max_parallel_workers_per_gather: '0',
}

/** How long a query may take that only finds more, unless queries may take as long as they like. */
const moreMax = '2s'

/**
 * What `find` finds beside what a search has already; null if that takes too long: a search that would cost too much answers with what it
 * has. All of it is done on one connection, so that a long search leaves the others to others.
 */
export async function findMoreOrGiveUp<Found>(db: Kysely<Tables>, find: (db: Db) => Promise<Found>) {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`
        select set_config('statement_timeout', ${moreMax}, true)
        where current_setting('statement_timeout') <> '0'`.execute(transaction)
      return find(transaction)
    })
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}
