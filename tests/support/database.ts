import { afterAll, inject } from 'vitest'

import { createDb } from '#app/platform/db.server.ts'

import { createDatabase } from './postgres.ts'

/** A fresh, migrated database for one test file. */
export async function freshDatabase() {
  const url = await createDatabase(inject('postgresUrl'))
  // Idle connections are closed soon: all test files share those of one PostgreSQL.
  const db = createDb(url, { max: 5, idleMs: 1_000 })
  afterAll(() => db.destroy())
  return { db, url }
}
