// `npm run adopt-id-key`: makes the configured key the database's key, after the previous one was lost.
import { adoptIdKeys } from '#app/accounts/id-keys.server.ts'
import { countUnreadable } from '#app/accounts/id-numbers.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { reasonOf } from '#app/platform/reason.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

try {
  const config = readConfig(process.env)
  const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
  const db = createDb(config.databaseUrl ?? postgres!.url, { max: 1 })
  try {
    const unreadable = await countUnreadable(db, await adoptIdKeys(config, db))
    console.log(`The database goes by the key of ${config.idKeys ? 'ID_KEY' : `${config.dataDir}/id-key`} from now on.`)
    console.log(`Id numbers that were encrypted by other keys and cannot be read: ${unreadable}.`)
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
} catch (error) {
  console.error(`The key was not adopted. ${reasonOf(error)}`)
  process.exitCode = 1
}
