// `npm run password-link -- phone`: prints a link to choose a new password, for the team to hand over to who forgot it.
// A phone number may have two accounts, a student's and a store's: each gets a link of its own.
import { commandLine } from '#app/audit/command-line.server.ts'
import { noteAudit } from '#app/audit/note-audit.server.ts'
import { makeLink } from '#app/notices/mail/account-links.server.ts'
import { linkMinutes } from '#app/notices/notice-rules.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

const config = readConfig(process.env)
const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
const db = createDb(config.databaseUrl ?? postgres!.url, { max: 1 })
const accounts = await db
  .selectFrom('accounts')
  .select(['id', 'kind', 'name'])
  .where('phone', '=', process.argv[2] ?? '')
  .orderBy('kind')
  .execute()
for (const { id, kind, name } of accounts) {
  await noteAudit(db, { event: 'password link made', by: commandLine, accountId: id })
  const path = await makeLink(db, { purpose: 'password', accountId: id, email: null })
  console.log(`${kind} ${name}: ${config.publicUrl ?? ''}${path}`)
}
await db.destroy()
await postgres?.stop()

if (accounts.length === 0) console.log('No account has this phone number.')
else {
  console.log(`Each link works once, for ${linkMinutes.password} minutes. Give it to nobody but its owner.`)
  if (!config.publicUrl) console.log('Set PUBLIC_URL for a whole address; without it put that of your site in front.')
}
