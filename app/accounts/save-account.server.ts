import { noteAudit } from '#app/audit/note-audit.server.ts'
import { endLinks } from '#app/notices/mail/account-links.server.ts'
import { maskedEmail, maskedPhone } from '#app/format/masked.ts'
import { tell, tellByMail } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'

interface Changed {
  name: string
  phone: string
  email: string
  district: string | null
  upiAddress: string | null
}

/**
 * Saves what the profiles of students and stores have in common. A new e-mail address has to be confirmed, and is told to
 * the old one.
 */
export async function saveAccount(db: Db, id: string, changed: Changed) {
  const before = await db
    .selectFrom('accounts')
    .select(['phone', 'email', 'emailConfirmedAt', 'emailRefusedAt', 'upiAddress'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const isNewEmail = changed.email !== before.email
  await db
    .updateTable('accounts')
    .set({ ...changed, ...(isNewEmail && { emailConfirmedAt: null, emailRefusedAt: null }) })
    .where('id', '=', id)
    .execute()
  if (changed.phone !== before.phone) {
    await tell(db, id, { event: 'phone changed', detail: maskedPhone(changed.phone) })
    await noteAudit(db, { event: 'phone changed', by: 'the person', accountId: id })
  }
  if (changed.upiAddress !== before.upiAddress)
    await tell(db, id, { event: 'UPI address changed', detail: changed.upiAddress })
  if (!isNewEmail) return
  await endLinks(db, id, 'password') // they went to the old address
  await endLinks(db, id, 'e-mail')
  const news = { event: 'e-mail changed', detail: maskedEmail(changed.email) } as const
  await tell(db, id, news)
  await noteAudit(db, { event: 'e-mail changed', by: 'the person', accountId: id })
  if (before.emailConfirmedAt && !before.emailRefusedAt)
    await tellByMail(db, { ...news, accountId: id, address: before.email })
  await tellByMail(db, { event: 'confirm e-mail', accountId: id, address: changed.email })
}
