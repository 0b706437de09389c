import { rmSync } from 'node:fs'

import { createDb } from '#app/platform/db.server.ts'

import { createDatabase, temporaryFolder } from '../../support/postgres.ts'
import { startServer } from '../../support/server.ts'
import { randomOf } from '../random.ts'
import { isReady } from '../until.ts'
import { invite } from './deeds.ts'
import { strayFiles } from './stored-files.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A server with its own database in a shared PostgreSQL, and some people with sessions. */
export async function openShop(postgresUrl: string, seed: number) {
  const url = await createDatabase(postgresUrl)
  const db = createDb(url, { max: 3 })
  const folder = temporaryFolder()
  const people = await invite(db)
  const start = (more: Record<string, string> = {}) =>
    startServer({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent', ...more })
  const server = await start()
  return {
    /** One generator for all tests of the shop, so that no idempotency key repeats. */
    random: randomOf(seed),
    seed,
    db,
    folder,
    people,
    server,
    /** Starts another server on the same database and data folder. */
    start,
    async close() {
      await server.stop()
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Faults afterwards: the server must be ready without intervention, and stored files must match their rows. */
export async function aftermathOf({ db, folder, server }: Shop) {
  const stray = await strayFiles(db, folder)
  return (await isReady(server.address)) ? stray : [...stray, 'it is not ready']
}
