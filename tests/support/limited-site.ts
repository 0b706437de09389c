import { sql } from 'kysely'
import { afterAll } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { aStore, aStudent } from '#database/makers.ts'

import { freshDatabase } from './database.ts'
import { removeFolder } from './folder.ts'
import { holdClock } from './hold-clock.ts'
import { temporaryFolder } from './postgres.ts'
import { startServer } from './server.ts'

export interface Sent {
  as: 'nobody' | 'student' | 'store'
  /** The address that it comes from. */
  from: string
  body: BodyInit
  accept?: string
}

/** A server with limits, whose time stands still, so that none refills while a test runs; a student and a store. */
export async function limitedSite() {
  const { db, url } = await freshDatabase()
  await holdClock(url) // before the first connection of the server and of the tests
  const folder = temporaryFolder()
  const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const server = await startServer({ ...env, RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
  afterAll(async () => {
    await server.stop()
    await removeFolder(folder)
  })

  const [student, store] = [await aStudent(db), await aStore(db)]
  const cookies = {
    nobody: '',
    student: `puthi-session=${await startSession(db, student)}`,
    store: `puthi-session=${await startSession(db, store)}`,
  }
  let addresses = 0
  return {
    db,
    student,
    store,
    someAddress: () => `192.0.2.${++addresses}`,
    send: (path: string, { as, from, body, accept = 'text/html' }: Sent) =>
      fetch(server.address + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { Accept: accept, Cookie: cookies[as], 'X-Forwarded-For': `10.0.0.1, ${from}` },
        body,
      }),
    emptyBuckets: () => sql`delete from limit_buckets`.execute(db),
    rowsOf: async (table: keyof Tables) => {
      const { n } = await db
        .selectFrom(table)
        .select((is) => is.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
  }
}
