import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { forgetOldNotices } from './forget-notices.job.server.ts'
import { findLink, makeLink } from './mail/account-links.server.ts'
import { listMails } from './mail/mail-queries.server.ts'
import { listNotices } from './notice-queries.server.ts'
import { tell, tellByMail } from './tell.server.ts'

const { db } = await freshDatabase()

test('mails are kept for 30 days, notices in the app for a year, and links until they end', async () => {
  const student = await aStudent(db, { emailConfirmedAt: new Date() })
  await tell(db, student.id, { event: 'password changed' })
  await tellByMail(db, { event: 'confirm e-mail', accountId: student.id, address: student.email })
  const path = await makeLink(db, { purpose: 'e-mail', accountId: student.id, email: student.email })
  const token = path.split('=')[1]!
  const pass = async (days: number) => {
    await sql`update notices set created_at = created_at - make_interval(days => ${days})`.execute(db)
    await sql`update outbox set created_at = created_at - make_interval(days => ${days})`.execute(db)
    await sql`update account_links set expires_at = expires_at - make_interval(days => ${days})`.execute(db)
    await forgetOldNotices(db)
    const { rows } = await listNotices(db, student.id, null)
    const { rows: links } = await sql`select from account_links`.execute(db)
    return { mails: (await listMails(db)).length, inApp: rows.length, links: links.length }
  }
  expect(await pass(6)).toEqual({ mails: 2, inApp: 1, links: 1 })
  expect(await findLink(db, 'e-mail', token)).toMatchObject({ accountId: student.id })
  expect(await findLink(db, 'password', token)).toBeUndefined() // a link is for one purpose alone
  expect(await pass(2)).toEqual({ mails: 2, inApp: 1, links: 0 })
  expect(await pass(23)).toEqual({ mails: 0, inApp: 1, links: 0 })
  expect(await pass(335)).toEqual({ mails: 0, inApp: 0, links: 0 })
})
