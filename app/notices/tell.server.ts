import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import {
  isAlways,
  isByDefault,
  type NoticeEvent,
  noticeEvents,
  type NoticeKind,
  noticeKinds,
  type NoticeWay,
} from './notice-rules.ts'

/** What a notice is about. */
interface NoticeSubject {
  orderId?: string
  commentId?: string
  ticketId?: string | null
  bookRequestId?: string | null
  savedSearchId?: string | null
  postId?: string
  /** What else the sentence says, such as the browser of a log-in. */
  detail?: string | null
}

interface NoticeToTell extends NoticeSubject {
  event: NoticeEvent
}

/**
 * Tells somebody what happened, by the ways that they chose. Belongs into the transaction that makes it happen: it only
 * writes rows, in one statement, and a process sends them (deliver-outbox.server.ts).
 */
export const tell = (db: Db, accountId: string, notice: NoticeToTell) => tellEach(db, [{ accountId, ...notice }])

/** The same for several people at once, or for none, in one statement. */
export async function tellEach(db: Db, notices: (NoticeToTell & { accountId: string })[]) {
  if (notices.length === 0) return
  const rows = notices.map(({ event, ...subject }) => {
    const { accountId, orderId, commentId, ticketId, bookRequestId, savedSearchId, postId, detail } = subject
    return sql`(
      ${newId()}::uuid, ${accountId}::uuid, ${event}, ${noticeEvents[event]},
      ${orderId ?? null}::uuid, ${commentId ?? null}::uuid, ${ticketId ?? null}::uuid, ${bookRequestId ?? null}::uuid,
      ${savedSearchId ?? null}::uuid, ${postId ?? null}::uuid, ${detail ?? null}
    )`
  })
  const subjects = sql.raw('order_id, comment_id, ticket_id, book_request_id, saved_search_id, post_id, detail')
  await sql`
    with told (id, account_id, event, kind, ${subjects}) as (values ${sql.join(rows)}), shown as (
      insert into notices (id, account_id, event, ${subjects}, is_in_app)
      select id, account_id, event, ${subjects}, ${goes('app')} from told
    ), ${sendTold}`.execute(db)
}

/** Shows notices in the app alone. Returns their ids, for `sendNotices`. */
export async function noteInApp(db: Db, event: NoticeEvent, subjects: (NoticeSubject & { accountId: string })[]) {
  const notices = subjects.map((subject) => ({ id: newId(), ...subject }))
  const rows = notices.map(
    ({ id, accountId, orderId, commentId, ticketId, bookRequestId, savedSearchId, postId, detail }) => ({
      id,
      account_id: accountId,
      order_id: orderId,
      comment_id: commentId,
      ticket_id: ticketId,
      detail,
      book_request_id: bookRequestId,
      saved_search_id: savedSearchId,
      post_id: postId,
    }),
  )
  if (notices.length > 0) {
    await sql`
      insert into notices (
        id, account_id, event, order_id, comment_id, ticket_id, book_request_id, saved_search_id, post_id, detail,
        is_in_app
      )
      select id, account_id, ${event}, order_id, comment_id, ticket_id, book_request_id, saved_search_id, post_id, detail,
        ${goes('app')}
      from (
        select *, ${noticeEvents[event]}::text as kind from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
          id uuid, account_id uuid, order_id uuid, comment_id uuid, ticket_id uuid, book_request_id uuid,
          saved_search_id uuid, post_id uuid, detail text
        )
      ) as told`.execute(db)
  }
  return notices.map(({ id }) => id)
}

/** Sends notices of this event, which the app shows, by mail and push. */
export async function sendNotices(db: Db, event: NoticeEvent, ids: string[]) {
  if (ids.length === 0) return
  await sql`
    with told as (
      select id, account_id, ${noticeEvents[event]}::text as kind from notices where id = any(${ids}::uuid[])
    ), ${sendTold}`.execute(db)
}

/** Whether a notice that is told goes this way: by what its person chose, where there is a choice. */
function goes(way: NoticeWay) {
  const isOneOf = (is: (kind: NoticeKind, by: NoticeWay) => boolean) => {
    const kinds = (Object.keys(noticeKinds) as NoticeKind[]).filter((kind) => is(kind, way))
    return sql`told.kind = any(${sql.lit(`{${kinds.join(',')}}`)}::text[])`
  }
  return sql`(
    ${isOneOf(isAlways)}
    or coalesce(
      (
        select is_on from notice_settings
        where notice_settings.account_id = told.account_id and notice_settings.kind = told.kind
          and notice_settings.way = ${sql.lit(way)}
      ),
      ${isOneOf(isByDefault)}
    )
  )`
}

/** Puts what was told into the outbox. */
const sendTold = sql`
  mail as (
    insert into outbox (notice_id, way)
    select told.id, 'mail' from told join accounts on accounts.id = told.account_id
    where email_confirmed_at is not null and email_refused_at is null and ${goes('mail')}
  )
  insert into outbox (notice_id, way, subscription_id)
  select told.id, 'push', push_subscriptions.id
  from told join push_subscriptions on push_subscriptions.account_id = told.account_id
  where ${goes('push')}`

/** Outbox rows with this address go to the team's own. */
export const teamAddress = 'team'

/** Mails the team's own address, beside the ticket that says the same. */
export const tellTeam = (db: Db, notice: NoticeToTell) =>
  tellByMail(db, { ...notice, accountId: null, address: teamAddress })

interface MailToSend extends NoticeToTell {
  /** Null if there is none, or none any more. */
  accountId: string | null
  /** Null: the account's address, even if it is not confirmed. */
  address: string | null
}

/** By mail alone, whatever the person has chosen: links that were asked for, and news of the account. */
export async function tellByMail(db: Db, mail: MailToSend) {
  const { accountId, address, event, orderId = null, commentId = null, detail = null } = mail
  const noticeId = newId()
  await db
    .insertInto('notices')
    .values({ id: noticeId, accountId, event, orderId, commentId, detail, isInApp: false })
    .execute()
  await db.insertInto('outbox').values({ noticeId, way: 'mail', address }).execute()
}
