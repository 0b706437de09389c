import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { isDatabaseDown, isPooled } from '#app/platform/db.server.ts'
import { reasonOf } from '#app/platform/reason.ts'

import { isThroughPooler } from './pooler.ts'

const poolerText =
  'DATABASE_URL leads to a pooler. Name PostgreSQL itself; or, for PgBouncer 1.21 or newer with max_prepared_statements, add ?pooler=transaction to it.'

interface Options {
  say: (line: string) => void
  maxMs?: number
}

/**
 * Resolves once the database accepts connections and writes: it may be starting, or be a standby before its promotion.
 * Reports once what it waits for. Throws at once what waiting cannot fix, such as a wrong password.
 */
export async function waitForDatabase(connectionString: string, { say, maxMs = 60_000 }: Options) {
  const deadline = performance.now() + maxMs
  let hasSaid = false
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'puthi-start' })
    client.on('error', () => {}) // the running statement reports a lost connection, too
    const where = `PostgreSQL at ${client.host}:${client.port}, database ${client.database}`
    const reason = await reasonToWait(client, connectionString)
    if (reason === null) return
    if (performance.now() > deadline) throw new Error(`${where} could not be reached for ${maxMs / 1_000} s: ${reason}`)
    if (!hasSaid) say(`Waiting for ${where}, at most ${maxMs / 1_000} s: ${reason}`)
    hasSaid = true
    await sleep(250)
  }
}

/** Null if the database is ready. */
async function reasonToWait(client: pg.Client, connectionString: string) {
  try {
    await client.connect()
    if (!isPooled(connectionString) && (await isThroughPooler(client))) throw new Error(poolerText)
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    return rows[0]!.isReadOnly ? 'it takes no writes yet' : null
  } catch (error) {
    if (!isDatabaseDown(error)) throw error
    return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : reasonOf(error)
  } finally {
    await client.end().catch(() => {}) // it may never have connected
  }
}
