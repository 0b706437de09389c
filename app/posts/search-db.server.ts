import { createDb } from '#app/platform/db.server.ts'

/**
 * Connections for searches alone, so that they hold up nobody else, and each other not for long. All steps of a search
 * are small: to plan them anew, to compile or to share them out would take longer. The first search of a connection plans
 * them all, in 40 ms: it is kept for the next ones.
 */
export const createSearchDb = (url: string, options: { onConnectionLost?: (error: Error) => void } = {}) =>
  createDb(url, { ...options, max: 4, idleMs: 10 * 60_000, settings: searchSettings })

export const searchSettings = {
  default_transaction_read_only: 'on',
  statement_timeout: '2s',
  enable_seqscan: 'off',
  random_page_cost: '1.1', // what is searched is small enough to be in memory
  jit: 'off',
  max_parallel_workers_per_gather: '0',
}
