import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { addContactMessage } from '#app/contact/add-contact-message.server.ts'
import { changeOrder } from '#app/orders/change-order.server.ts'
import { settleOrder } from '#app/orders/settle-order.server.ts'
import { addReport } from '#app/reports/add-report.server.ts'
import type { ReportReason } from '#app/reports/report-reason-rules.ts'
import { replyToTicket } from '#app/tickets/reply-to-ticket.server.ts'
import { listOwnTickets } from '#app/tickets/ticket-queries.server.ts'
import { aBook, anOrder, aStudent, aTeamMember } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import type { TicketFilter } from './asked-tickets.ts'
import { changeTicket } from './change-ticket.server.ts'
import { readTicket } from './ticket-detail-queries.server.ts'
import { countTickets, listTickets } from './ticket-list-queries.server.ts'

const { db } = await freshDatabase()
const member = await aTeamMember(db)
const other = await aTeamMember(db)

async function write(reason: string, by?: { id: string; name: string; phone: string }) {
  const { name = 'A visitor', phone = '9876500003' } = by ?? {}
  const added = await addContactMessage(db, { name, phone, reason, key: null }, by?.id ?? null)
  return (added as { ticket: number }).ticket
}
const moveDue = (number: number, hours: number) =>
  sql`update tickets set due_at = now() + make_interval(hours => ${hours}) where number = ${number}`.execute(db)
const list = async (filter: TicketFilter, search = '', after: string | null = null) =>
  (await listTickets(db, member.id, { filter, search, after })).tickets.map(({ number }) => number)
const own = async (accountId: string) => (await listOwnTickets(db, accountId, { before: null, first: null })).rows

test('a message has a ticket; it is new, due within 48 hours, and its person reads only what is theirs', async () => {
  const person = await aStudent(db)
  const number = await write('My order\nSince Monday', person)
  const [ticket] = await own(person.id)
  expect(ticket).toMatchObject({
    number,
    kind: 'message',
    subject: 'My order',
    state: 'new',
    asked: 'My order\nSince Monday',
  })
  expect(Math.round((ticket!.dueAt.getTime() - Date.now()) / 3_600_000)).toBe(48)

  await changeTicket(db, { number, member, deed: 'take' })
  await changeTicket(db, { number, member, deed: 'note', words: 'Looks like spam' })
  await changeTicket(db, { number, member, deed: 'answer', words: 'It is on its way.' })
  const [answered] = await own(person.id)
  expect(answered!.entries.map(({ event, by, words }) => [event, by, words])).toEqual([
    ['asked', 'person', null],
    ['answer', 'team', 'It is on its way.'],
  ])
  expect(answered!.state).toBe('waiting')
  expect(answered!.dueAt.getTime() - answered!.createdAt.getTime()).toBeGreaterThan(27 * 86_400_000)
  expect(await own((await aStudent(db)).id)).toEqual([])
})

test('a reply opens the ticket again, also one that was done, and is due within 48 hours; sent twice it is one', async () => {
  const person = await aStudent(db)
  const number = await write('A question', person)
  await changeTicket(db, { number, member, deed: 'answer', words: 'Yes.' })
  await changeTicket(db, { number, member, deed: 'end' })
  const reply = { ticket: String(number), words: 'And tomorrow?', key: crypto.randomUUID() }
  expect(await replyToTicket(db, (await aStudent(db)).id, reply)).toBe('gone')
  expect(await replyToTicket(db, person.id, reply)).toBe('added')
  expect(await replyToTicket(db, person.id, reply)).toBe('added')
  const [ticket] = await own(person.id)
  expect(ticket!.state).toBe('open')
  expect(Math.round((ticket!.dueAt.getTime() - Date.now()) / 3_600_000)).toBe(48)
  expect(ticket!.entries.filter(({ event }) => event === 'reply')).toHaveLength(1)
})

test('what is done is done once: keys, and states that do not allow it', async () => {
  const number = await write('Once')
  const key = crypto.randomUUID()
  const answer = { number, member, deed: 'answer' as const, words: 'Yes.', key }
  expect([await changeTicket(db, answer), await changeTicket(db, answer)]).toEqual(['done', 'done'])
  expect((await readTicket(db, member, number))!.entries.filter(({ event }) => event === 'answer')).toHaveLength(1)
  expect(await changeTicket(db, { number, member, deed: 'note', words: '' })).toBe('no words')
  expect(await changeTicket(db, { number, member, deed: 'end' })).toBe('done')
  expect(await changeTicket(db, { number, member, deed: 'take' })).toBe('too late')
  expect(await changeTicket(db, { number, member, deed: 'open again' })).toBe('done')
  expect(await changeTicket(db, { number: 99_999_999, member, deed: 'take' })).toBe('gone')
})

test('filters and search find what they say, the most urgent first', async () => {
  const person = await aStudent(db, { name: 'Junmoni Saikia' })
  const [late, mine, theirs, waits, done] = [
    await write('It is late', person),
    await write('It is mine', person),
    await write('It is theirs', person),
    await write('It waits', person),
    await write('It is done', person),
  ]
  await moveDue(late, -5)
  await changeTicket(db, { number: mine, member, deed: 'take' })
  await changeTicket(db, { number: theirs, member: other, deed: 'take' })
  await changeTicket(db, { number: waits, member: other, deed: 'wait' })
  await changeTicket(db, { number: done, member, deed: 'end' })
  expect((await list('open')).filter((number) => number >= late)).toEqual([late, mine, theirs, waits])
  expect(await list('late')).toEqual([late])
  expect((await list('mine')).filter((number) => number >= late)).toEqual([mine])
  expect((await list('nobody')).filter((number) => number >= late)).toEqual([late, waits])
  expect((await list('waiting')).filter((number) => number >= late)).toEqual([waits])
  expect((await list('done'))[0]).toBe(done)
  expect((await list('messages')).filter((number) => number >= late)).toEqual([late, mine, theirs, waits])
  expect(await list('requests')).toEqual([])
  expect(await list('open', String(done))).toEqual([done])
  expect(await list('open', 'IS THEIRS')).toEqual([theirs])
  expect(await list('open', 'moni sai')).toEqual([late, mine, theirs, waits, done])
  expect(await list('open', '100%')).toEqual([])
  const counts = await countTickets(db, member.id)
  expect(counts.late).toBe(1)
  expect(counts.open).toBe((await list('open')).length)
})

test('the 51st ticket stands on the second page', async () => {
  const numbers: number[] = []
  for (let n = 0; n < 51; n++) numbers.push(await write(`Paged ${n}`))
  await sql`update tickets set due_at = '2020-01-01' where number = any(${numbers})`.execute(db) // all at the same moment
  const first = await listTickets(db, member.id, { filter: 'late', search: '', after: null })
  expect(first.tickets).toHaveLength(50)
  const second = await listTickets(db, member.id, { filter: 'late', search: '', after: first.next })
  expect(second.tickets[0]!.number).toBe(numbers[50])
  await sql`update tickets set due_at = now() + interval '1 day' where number = any(${numbers})`.execute(db)
})

test('a problem of an order is a ticket, which ends with the problem', async () => {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const order = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, deal: 'copy', state: 'meeting' })
  const say = { orderId: order.id, person: buyer, deed: 'report problem' as const, detail: 'Two pages are torn' }
  expect(await changeOrder(db, { ...say, key: crypto.randomUUID() })).toBe('done')
  const [ticket] = await own(buyer.id)
  const { number } = await db.selectFrom('orders').select('number').where('id', '=', order.id).executeTakeFirstOrThrow()
  expect(ticket).toMatchObject({ kind: 'problem', subject: `Order ${number}: Two pages are torn`, state: 'new' })
  expect(await own(seller.id)).toEqual([])
  const detail = await readTicket(db, member, ticket!.number)
  expect(detail!.order).toMatchObject({ number, buyer: buyer.name, seller: seller.name, state: 'problem' })
  expect(JSON.stringify(detail)).not.toContain('code')

  const settled = await settleOrder(db, { number, how: 'cancel', reason: 'Taken back', by: member })
  expect([settled, (await own(buyer.id))[0]!.state]).toEqual(['done', 'done'])
})

test('of two people who report the same, each reads an own reason under the same number', async () => {
  const [first, second] = [await aStudent(db), await aStudent(db)]
  const { id } = await aBook(db, await aStudent(db), { name: 'Optics' })
  const report = (by: { id: string }, reason: ReportReason, words: string) =>
    addReport(db, by.id, { reported: 'post', id }, { reason, words })
  const number = await report(first, 'spam', 'Three times today')
  expect(await report(second, 'fraud', '')).toBe(number)
  expect(await own(first.id)).toMatchObject([{ number, reported: 'spam', asked: 'Three times today' }])
  expect(await own(second.id)).toMatchObject([{ number, reported: 'fraud', asked: null }])
})
