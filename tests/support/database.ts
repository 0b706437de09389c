import { afterAll, inject } from 'vitest'

import { createDb } from '#app/platform/db.server.ts'

import { createDatabase } from './postgres.ts'

/** A fresh, migrated database for one test file. */
export async function freshDatabase() {
  const url = await createDatabase(inject('postgresUrl'))
  const db = createDb(url, { max: 5 })
  afterAll(() => db.destroy())
  return { db, url }
}
