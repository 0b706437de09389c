import { sql } from 'kysely'

import { noteAudit } from '#app/audit/note-audit.server.ts'
import { closeByTeam } from '#app/book-requests/change-book-request.server.ts'
import { tell } from '#app/notices/tell.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { endDue } from '#app/tickets/open-ticket.server.ts'

import type { TeamMember } from './team-member.ts'
import { mayDo, rulesOf, type TicketDeedName } from './ticket-deeds.ts'

interface Change {
  number: number
  member: TeamMember
  deed: TicketDeedName
  words?: string
  postIds?: string[]
  key?: string | null
}

/** A member of the team does something with a ticket. Idempotent: a used key changes nothing. */
export async function changeTicket(db: Db, { number, member, deed, words = '', postIds = [], key = null }: Change) {
  return db.transaction().execute(async (transaction) => {
    const ticket = await transaction
      .selectFrom('tickets')
      .select(['id', 'state', 'accountId', 'holderId', 'bookRequestId'])
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirst()
    if (!ticket) return 'gone'
    if (key && (await isUsed(transaction, key))) return 'done'
    if (!mayDo(deed, ticket.state)) return 'too late'
    if ((deed === 'answer' || deed === 'note') && !words) return 'no words'
    const { to, event, audit } = rulesOf(deed)
    const state = to ?? (ticket.state === 'new' ? 'open' : ticket.state)
    const holderId = deed === 'leave' ? null : deed === 'take' || deed === 'answer' ? member.id : ticket.holderId
    await transaction
      .updateTable('tickets')
      .set({
        state,
        holderId,
        endedAt: state === 'done' ? sql<Date>`coalesce(ended_at, now())` : null,
        ...(deed === 'answer' && { answeredAt: sql<Date>`coalesce(answered_at, now())`, dueAt: endDue }),
      })
      .where('id', '=', ticket.id)
      .execute()
    await transaction
      .insertInto('ticketEntries')
      .values({ ticketId: ticket.id, event, by: 'team', memberId: member.id, words: words || null, postIds, key })
      .execute()
    const { accountId, bookRequestId } = ticket
    if (bookRequestId && (deed === 'end' || deed === 'open again'))
      await closeByTeam(transaction, bookRequestId, deed === 'end')
    for (const person of await listPeople(transaction, ticket)) {
      if (deed === 'answer')
        await tell(transaction, person, { event: 'ticket answered', ticketId: ticket.id, detail: words })
      if (deed === 'end') await tell(transaction, person, { event: 'ticket ended', ticketId: ticket.id })
    }
    await noteAudit(transaction, { event: audit, by: member, accountId, subject: `ticket ${number}` })
    return 'done'
  })
}

/** Who asked: of a report everybody who reported it. */
async function listPeople(db: Db, { id, accountId }: { id: string; accountId: string | null }) {
  const reports = await db.selectFrom('reports').select('reporterId').where('ticketId', '=', id).execute()
  const ids = [accountId, ...reports.map(({ reporterId }) => reporterId)]
  return new Set(ids.filter((one) => one !== null))
}

async function isUsed(db: Db, key: string) {
  const entry = await db.selectFrom('ticketEntries').select('id').where('key', '=', key).executeTakeFirst()
  return entry !== undefined
}
