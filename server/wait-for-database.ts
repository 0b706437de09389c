import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { isDatabaseDown } from '#app/platform/db.server.ts'
import { reasonOf } from '#app/platform/reason.ts'

interface Options {
  say: (line: string) => void
  maxMs?: number
}

/**
 * Resolves once the database takes connections and writes: it may be starting beside this process, or be a standby that
 * is just promoted. Says once for what it waits. What waiting does not mend, such as a wrong password, is thrown at once.
 */
export async function waitForDatabase(connectionString: string, { say, maxMs = 60_000 }: Options) {
  const deadline = performance.now() + maxMs
  let hasSaid = false
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'puthi-start' })
    client.on('error', () => {}) // of a connection that is lost later on: the statement under way says so, too
    const where = `PostgreSQL at ${client.host}:${client.port}, database ${client.database}`
    const reason = await reasonToWait(client)
    if (reason === null) return
    if (performance.now() > deadline) throw new Error(`${where} could not be reached for ${maxMs / 1_000} s: ${reason}`)
    if (!hasSaid) say(`Waiting for ${where}, at most ${maxMs / 1_000} s: ${reason}`)
    hasSaid = true
    await sleep(250)
  }
}

/** Null where there is none. */
async function reasonToWait(client: pg.Client) {
  try {
    await client.connect()
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    return rows[0]!.isReadOnly ? 'it takes no writes yet' : null
  } catch (error) {
    if (!isDatabaseDown(error)) throw error
    return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : reasonOf(error)
  } finally {
    await client.end().catch(() => {}) // it may never have begun
  }
}
