import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { readSearch } from '#app/posts/search/search-filters.ts'
import { describeSearch, savedQuery } from '#app/saved-searches/describe-search.ts'
import { openTicket } from '#app/tickets/open-ticket.server.ts'
import { aBookRequest, madeAt } from '#database/makers.ts'

import type { DemoSeller } from './demo-catalogue.ts'

/** What a demo account asks of the market or of the team. */
type DemoAsk = { by: DemoSeller; hoursAgo: number } & (
  | { bookName: string; className: string; stream: string; comment?: string }
  | { message: string }
  | { search: Record<string, string> }
)

/** Oldest first. The first two are late, and the student's second request finds its book. */
export const demoAsks: DemoAsk[] = [
  { by: 'imran', hoursAgo: 60, message: 'My parcel has not come\nIt was sent two weeks ago. What can I do?' },
  {
    by: 'junmoni',
    hoursAgo: 50,
    bookName: 'Financial Accounting',
    className: 'B.Com 1st Semester',
    stream: 'Commerce',
  },
  {
    by: 'mitali',
    hoursAgo: 40,
    bookName: 'Organic Chemistry, Morrison and Boyd',
    className: 'B.Sc',
    stream: 'Science',
  },
  { by: 'student', hoursAgo: 30, bookName: 'Lakshminath Bezbaroa, collected stories', className: 'BA', stream: 'Arts' },
  {
    by: 'anindita',
    hoursAgo: 26,
    bookName: 'Lakshminath Bezbaroa, collected stories',
    className: 'BA',
    stream: 'Arts',
  },
  {
    by: 'student',
    hoursAgo: 24,
    bookName: 'Higher Enginering Mathematics',
    className: 'B.Tech',
    stream: 'Engineering',
    comment: 'For my brother. Any edition after 2015 will do.',
  },
  { by: 'rituraj', hoursAgo: 20, bookName: 'Discrete Mathematics, Rosen', className: 'B.Tech', stream: 'Engineering' },
  { by: 'store', hoursAgo: 12, message: 'A second shop\nCan both of our shops sell under one account?' },
  { by: 'student', hoursAgo: 10, search: { q: 'physics', class: 'HS 2nd Year' } },
  { by: 'store', hoursAgo: 9, search: { q: 'grammar', kind: 'book' } },
]

/** Does nothing where the account was deleted. */
export async function playAsk(db: Db, sellers: Record<DemoSeller, string>, ask: DemoAsk) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'phone'])
    .where('id', '=', sellers[ask.by])
    .forShare()
    .executeTakeFirst()
  if (!account) return
  const accountId = account.id
  if ('search' in ask) {
    const search = readSearch(new URLSearchParams(ask.search))
    const saved = { accountId, query: savedQuery(search), title: describeSearch(search) }
    await db.insertInto('savedSearches').values(saved).execute()
  } else if ('message' in ask) {
    const { name, phone } = account
    const contactMessageId = newId()
    const message = { id: contactMessageId, name, phone, reason: ask.message, accountId }
    await db.insertInto('contactMessages').values(message).execute()
    const ticket = await openTicket(db, { kind: 'message', accountId, subject: ask.message, contactMessageId })
    await passTime(db, ticket, ask.hoursAgo)
  } else {
    const { by: _, hoursAgo, ...request } = ask
    const asked = { ...request, ...madeAt(new Date(Date.now() - hoursAgo * 3_600_000)), phone: account.phone }
    const { id: bookRequestId } = await aBookRequest(db, account, asked)
    const ticket = await openTicket(db, { kind: 'request', accountId, subject: ask.bookName, bookRequestId })
    await passTime(db, ticket, hoursAgo)
    // As if a post were new: those that stand already are shown to people before they send the request.
    await sql`
      insert into posts_to_match (post_id)
      select id from posts where stream = ${ask.stream} and seller_id <> ${accountId}`.execute(db)
  }
}

async function passTime(db: Db, ticket: { id: string }, hours: number) {
  const by = sql`make_interval(hours => ${hours})`
  await sql`update tickets set created_at = created_at - ${by}, due_at = due_at - ${by} where id = ${ticket.id}`.execute(
    db,
  )
  await sql`update ticket_entries set created_at = created_at - ${by} where ticket_id = ${ticket.id}`.execute(db)
  await sql`update notices set created_at = created_at - ${by} where ticket_id = ${ticket.id}`.execute(db)
}
