// `npm run files -- check`: lists files of the storage that belong to nothing, and with `--sweep` removes them.
import { parseArgs } from 'node:util'

import { findOrphans, removeOrphans } from '#app/files/storage/orphans.server.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

const { values, positionals } = parseArgs({ options: { sweep: { type: 'boolean' } }, allowPositionals: true })
if (positionals.join(' ') !== 'check') {
  console.error('Usage: npm run files -- check [--sweep]')
  process.exit(1)
}

const config = readConfig(process.env)
const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
const db = createDb(config.databaseUrl ?? postgres!.url, { max: 2, settings: { statement_timeout: '0' } })
const storage = createStorage(config, createLog('warn'))
let [count, bytes, isBackup] = [0, 0, false]
for await (const orphans of findOrphans(db, storage)) {
  for (const { key, bytes: size, storedAt } of orphans) {
    console.log(`${storedAt.toISOString()}  ${String(size).padStart(9)}  ${key}`)
    count++
    bytes += size
  }
  if (values.sweep && orphans.length > 0 && (await removeOrphans(db, storage, orphans)) === null) {
    isBackup = true
    break
  }
}
await db.destroy()
await postgres?.stop()

const found = `${count} files that belong to nothing, ${(bytes / 1024 / 1024).toFixed(1)} MB`
if (isBackup) console.log('A backup is being made: nothing more was removed. Run it again when it has ended.')
else if (count === 0) console.log('Every file belongs to something.')
else console.log(values.sweep ? `Removed ${found}.` : `${found}. With --sweep they are removed.`)
process.exit(isBackup ? 1 : 0)
