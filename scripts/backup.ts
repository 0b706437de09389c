// `npm run backup [-- folder]`: writes the database and the files to a new subfolder of `folder`.
import path from 'node:path'

import { readConfig } from '#app/platform/config.server.ts'
import { reasonOf } from '#app/platform/reason.ts'
import { backUp } from '#server/backup/backup.ts'

const into = path.resolve(process.argv[2] ?? 'backups')
try {
  const { folder, lost } = await backUp(readConfig(process.env), into, console.log)
  console.log(`The backup is ${folder}`)
  console.log('It does not hold the key of the id numbers (ID_KEY, or id-key in DATA_DIR): keep that elsewhere.')
  if (lost.length > 0) {
    console.error(`The storage had lost ${lost.length} files, which the backup lacks:\n  ${lost.join('\n  ')}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error(`No backup was made. ${reasonOf(error)}`)
  process.exitCode = 1
}
