// `npm run restore -- backup`: restores a backup into the empty data folder and database of the configuration.
import path from 'node:path'

import { readConfig } from '#app/platform/config.server.ts'
import { reasonOf } from '#app/platform/reason.ts'
import { restore } from '#server/backup/restore.ts'

const [folder] = process.argv.slice(2)
try {
  if (!folder) throw new Error('Say which backup: npm run restore -- backups/puthi-…')
  await restore(readConfig(process.env), path.resolve(folder), console.log)
  console.log('It is restored. Nobody is signed in any more.')
  console.log('The key of the id numbers is in no backup: before the start, set ID_KEY or put id-key into DATA_DIR.')
} catch (error) {
  console.error(`The restore was not done. ${reasonOf(error)}`)
  process.exitCode = 1
}
