// `npm run end-demo`: removes the demo accounts with all their data, whether the server runs or not.
import { createStorage } from '#app/files/storage/storage.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { reasonOf } from '#app/platform/reason.ts'
import { endDemo } from '#database/demo/demo.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

try {
  const config = readConfig(process.env)
  const storage = createStorage(config, createLog('error'))
  const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
  const db = createDb(config.databaseUrl ?? postgres!.url, { max: 1 })
  try {
    const count = await endDemo(db, storage)
    if (count === 0) console.log('There are no demo accounts in this database.')
    else console.log(`Removed ${count} demo accounts, with their posts, files, comments and orders.`)
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
} catch (error) {
  console.error(`The demo was not ended. ${reasonOf(error)}`)
  process.exitCode = 1
}
