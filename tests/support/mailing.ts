import type { Kysely } from 'kysely'

import { createDb, type Tables } from '#app/platform/db.server.ts'

import { expect, test as base } from './browser.ts'
import { freePort } from './free-port.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { createDatabase } from './postgres.ts'
import { startServer } from './server.ts'

interface WorkerFixtures {
  /** A site that sends its mails to a real SMTP server. */
  mailing: { address: string; databaseUrl: string; db: Kysely<Tables>; mail: MailServer; output: () => string }
}

/** Its pages are those of the site that sends mails. */
export const test = base.extend<object, WorkerFixtures>({
  mailing: [
    async ({}, use) => {
      const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
      const [mail, port] = [await startMailServer(), await freePort()]
      const address = `http://127.0.0.1:${port}`
      const server = await startServer({
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        PUBLIC_URL: address,
        SMTP_URL: mail.url,
        MAIL_FROM: 'hello@puthi.example',
      })
      const db = createDb(databaseUrl, { max: 3 })
      await use({ address, databaseUrl, db, mail, output: server.output })
      await db.destroy()
      await server.stop()
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  site: [({ mailing }, use) => use(mailing), { scope: 'worker' }],
})

/** An account that gets mails, at an address that no other test uses. */
export const withMail = () => ({ emailConfirmedAt: new Date(), email: anAddress() })
export const anAddress = () => `${crypto.randomUUID().slice(0, 8)}@puthi.example`

/** The mail with this subject, whatever else arrives before or after it. */
export async function mailAbout(mail: MailServer, address: string, subject: string) {
  const find = () => mail.to(address).find((one) => one.subject === subject)
  await expect.poll(() => find()?.subject).toBe(subject)
  return find()!
}

/** The mails to somebody, once there are so many. */
export async function mailsTo(mail: MailServer, address: string, count: number) {
  await expect.poll(() => mail.to(address).length).toBe(count)
  return mail.to(address)
}
