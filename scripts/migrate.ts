// `npm run migrate`: brings the database up to date, as a step of its own before a release. Servers with MIGRATE=off wait
// for it; those of the release before go on meanwhile.
import { readConfig } from '#app/platform/config.server.ts'
import { reasonOf } from '#app/platform/reason.ts'
import { migrate } from '#database/migrate.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'
import { waitForDatabase } from '#server/postgres/wait-for-database.ts'

try {
  const config = readConfig(process.env)
  const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
  if (config.databaseUrl) await waitForDatabase(config.databaseUrl, { say: console.log })
  const done = await migrate(config.databaseUrl ?? postgres!.url)
  for (const name of done) console.log(`ran ${name}`)
  console.log('The database is up to date.')
  await postgres?.stop()
} catch (error) {
  console.error(`The database was not brought up to date. ${reasonOf(error)}`)
  process.exit(1)
}
