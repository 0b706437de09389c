import type { Db } from '#app/platform/db.server.ts'

import { withFacts } from '../notice-queries.server.ts'
import { describeNotice } from '../notice-texts.ts'

/** Mails that were sent or are still kept, the newest first, for the team. */
export async function listMails(db: Db, limit = 1_000) {
  const mails = await withFacts(db)
    .innerJoin('outbox', 'outbox.noticeId', 'notices.id')
    .leftJoin('accounts', 'accounts.id', 'notices.accountId')
    .select(({ fn }) => fn.coalesce('outbox.address', 'accounts.email').as('address'))
    .select(['outbox.createdAt', 'outbox.outcome', 'outbox.attempts'])
    .where('outbox.way', '=', 'mail')
    .orderBy('outbox.createdAt', 'desc')
    .limit(limit)
    .execute()
  return mails.map((mail) => ({ ...mail, subject: describeNotice(mail).title }))
}
