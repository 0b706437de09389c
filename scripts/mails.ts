// `npm run mails`: lists the mails of the last 30 days, the newest first, with what became of each. Where no mail server is
// set (SMTP_URL), they are kept and not sent.
import { listMails } from '#app/notices/mail/mail-queries.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

const config = readConfig(process.env)
const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
const db = createDb(config.databaseUrl ?? postgres!.url, { max: 1 })
const mails = await listMails(db)
await db.destroy()
await postgres?.stop()

for (const { createdAt, address, subject, outcome, attempts } of mails) {
  const state = outcome ?? (attempts > 0 ? `waits, tried ${attempts} times` : config.mailServer ? 'waits' : 'kept')
  console.log([createdAt.toISOString(), state.padEnd(8), address ?? 'unknown', subject].join('  '))
}
console.log(mails.length === 0 ? 'No mails in the last 30 days.' : `${mails.length} mails.`)
if (!config.mailServer) console.log('Mails are kept and not sent: set SMTP_URL and MAIL_FROM.')
