// `npm run id-number -- phone`: prints a student's id number, which is stored encrypted, for the team.
import { findIdKeys } from '#app/accounts/id-keys.server.ts'
import { openText } from '#app/accounts/sealed-text.server.ts'
import { commandLine } from '#app/audit/command-line.server.ts'
import { noteAudit } from '#app/audit/note-audit.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

const config = readConfig(process.env)
const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
const db = createDb(config.databaseUrl ?? postgres!.url, { max: 1 })
const student = await db
  .selectFrom('students')
  .innerJoin('accounts', 'accounts.id', 'accountId')
  .select(['id', 'idType', 'sealedIdNumber'])
  .where('phone', '=', process.argv[2] ?? '')
  .executeTakeFirst()
const keys = await findIdKeys(config)
if (student?.sealedIdNumber) await noteAudit(db, { event: 'id number read', by: commandLine, accountId: student.id })
await db.destroy()
await postgres?.stop()

if (!student) console.log('No student has this phone number.')
else if (!student.sealedIdNumber) console.log('The student gave no id.')
else {
  const idNumber = keys && openText(keys, student.id, student.sealedIdNumber)
  console.log(`${student.idType}: ${idNumber ?? 'its key is not here'}`)
}
