import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'

import { createDb, isDatabaseAway } from './db.server.ts'

const { db, url } = await freshDatabase()

test('a connection that is cut between two statements counts as the database being away', async () => {
  const onConnectionLost = vi.fn<(error: Error) => void>()
  const other = createDb(url, { max: 1, onConnectionLost })
  const cut = other.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
    await vi.waitUntil(() => onConnectionLost.mock.calls.length > 1) // why, and that it is closed
    await sql`select 1`.execute(connection)
  })
  const error = await cut.catch((reason: unknown) => reason)
  expect(String(error)).toContain('not queryable')
  expect(isDatabaseAway(error)).toBe(true)
  await other.destroy()
})
