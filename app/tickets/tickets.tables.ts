import type { Generated } from 'kysely'

import type { Reported, TicketEvent, TicketKind, TicketState } from './ticket-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    tickets: {
      id: Generated<string>
      number: Generated<number>
      kind: TicketKind
      /** Who asked; null: a visitor, a deleted account, or the market itself. */
      accountId: string | null
      bookRequestId: string | null
      contactMessageId: string | null
      orderId: string | null
      /** What a report is about: the kind of thing, and its id. It may be deleted by now. */
      reported: Reported | null
      reportedId: string | null
      /** One line. */
      subject: string
      state: Generated<TicketState>
      /** The member of the team who has it. */
      holderId: string | null
      createdAt: Generated<Date>
      /** Of the team's first answer. */
      answeredAt: Date | null
      /** By when the team has to answer, or, once it has, to end it. */
      dueAt: Date
      endedAt: Date | null
    }
    ticketEntries: {
      id: Generated<string>
      ticketId: string
      event: TicketEvent
      by: 'person' | 'team' | 'market'
      memberId: string | null
      words: string | null
      /** Posts that an answer names. */
      postIds: Generated<string[]>
      key: string | null
      createdAt: Generated<Date>
    }
  }
}
