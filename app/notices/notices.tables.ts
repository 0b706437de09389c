import type { Generated } from 'kysely'

import type { NoticeEvent, NoticeKind, NoticeWay } from './notice-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    notices: {
      id: string
      /** Null: to somebody without an account, by mail alone. */
      accountId: string | null
      event: NoticeEvent
      orderId: string | null
      commentId: string | null
      ticketId: Generated<string | null>
      bookRequestId: Generated<string | null>
      savedSearchId: Generated<string | null>
      postId: Generated<string | null>
      /** What else the sentence says, such as the browser of a log-in. */
      detail: string | null
      isInApp: boolean
      readAt: Generated<Date | null>
      createdAt: Generated<Date>
    }
    pushSubscriptions: {
      id: Generated<string>
      accountId: string
      /** It ends with the session: who is logged out reads nothing more. */
      sessionId: string
      endpoint: string
      p256dh: string
      auth: string
      createdAt: Generated<Date>
    }
    /** One row for each mail, and for each browser that gets a push. */
    outbox: {
      id: Generated<string>
      noticeId: string
      way: 'mail' | 'push'
      /** Null: to the account's own address. */
      address: string | null
      subscriptionId: Generated<string | null>
      /** Put off while a process sends it. */
      dueAt: Generated<Date>
      attempts: Generated<number>
      createdAt: Generated<Date>
      doneAt: Generated<Date | null>
      outcome: Generated<Outcome | null>
    }
    noticeSettings: {
      accountId: string
      kind: NoticeKind
      way: NoticeWay
      isOn: boolean
    }
    accountLinks: {
      tokenSha256: Buffer
      purpose: LinkPurpose
      accountId: string
      /** The address that it was sent to. Null: it was made by the team. */
      email: string | null
      createdAt: Generated<Date>
      expiresAt: Date
    }
  }
}

export type Outcome = 'sent' | 'refused' | 'given up' | 'not wanted'

/** Sets a new password, or confirms an e-mail address. */
export type LinkPurpose = 'password' | 'e-mail'
