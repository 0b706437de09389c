import { rmSync } from 'node:fs'

import { createDb } from '#app/platform/db.server.ts'

import { createDatabase, temporaryFolder } from '../../support/postgres.ts'
import { startServer } from '../../support/server.ts'
import { randomOf } from '../random.ts'
import { isReady } from '../until.ts'
import { invite } from './deeds.ts'
import { strayFiles } from './stored-files.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A server over a database of its own in a PostgreSQL that others use, too, with some people in it. */
export async function openShop(postgresUrl: string, seed: number) {
  const url = await createDatabase(postgresUrl)
  const db = createDb(url, { max: 3 })
  const folder = temporaryFolder()
  const people = await invite(db)
  const start = (more: Record<string, string> = {}) =>
    startServer({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent', ...more })
  const server = await start()
  return {
    /** One for all that is done there: nothing is done twice. */
    random: randomOf(seed),
    seed,
    db,
    folder,
    people,
    server,
    /** One more on the same database and the same folder. */
    start,
    async close() {
      await server.stop()
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What is wrong afterwards: nobody has to help the server, and what is stored and what is known of it are the same. */
export async function aftermathOf({ db, folder, server }: Shop) {
  const stray = await strayFiles(db, folder)
  return (await isReady(server.address)) ? stray : [...stray, 'it is not ready']
}
