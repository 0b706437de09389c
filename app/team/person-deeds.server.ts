import { endAllSessions } from '#app/accounts/sessions.server.ts'
import { type IdKeys, openText } from '#app/accounts/sealed-text.server.ts'
import { noteAudit } from '#app/audit/note-audit.server.ts'
import { makeLink } from '#app/notices/mail/account-links.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import type { TeamMember } from './team-member.ts'

interface OnPerson {
  member: TeamMember
  accountId: string
  reason: string
}

/** For somebody who forgot the password and has no e-mail address that works. */
export async function makePasswordLink(db: Db, { member, accountId, reason }: OnPerson) {
  return db.transaction().execute(async (transaction) => {
    await noteAudit(transaction, { event: 'password link made', by: member, accountId, reason })
    return makeLink(transaction, { purpose: 'password', accountId, email: null })
  })
}

export async function endSessionsOf(db: Db, { member, accountId, reason }: OnPerson) {
  await db.transaction().execute(async (transaction) => {
    await noteAudit(transaction, { event: 'sessions ended', by: member, accountId, reason })
    await endAllSessions(transaction, { id: accountId })
  })
}

/** Noted before it is read, with the reason. Null if there is none, or its key is not here. */
export async function readIdNumber(db: Db, keys: IdKeys, { member, accountId, reason }: OnPerson) {
  await noteAudit(db, { event: 'id number read', by: member, accountId, reason })
  const student = await db
    .selectFrom('students')
    .select('sealedIdNumber')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return student?.sealedIdNumber ? openText(keys, accountId, student.sealedIdNumber) : null
}
