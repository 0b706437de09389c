import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Viewer } from '#app/access/viewer.ts'
import { listNotices } from '#app/notices/notice-queries.server.ts'
import { describeNotice } from '#app/notices/notice-texts.ts'
import { deleteAccount } from '#app/privacy/delete-account.server.ts'
import { aCourse, anOrder, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { dealsIn, orderForm } from '#tests/support/deals.ts'

import { changeOrder } from './change-order.server.ts'
import { lockOrder } from './lock-order.server.ts'
import { countOrders, findOrder, hasUpiAddress, listPurchases, listReceived } from './order-queries.server.ts'
import type { Deed } from './order-rules.ts'
import { placeOrder } from './place-order.server.ts'
import { runClock } from './run-clock.job.server.ts'

const { db } = await freshDatabase()

const { deal, wait } = dealsIn(db)

const eventsOf = async ({ id }: Viewer) => (await listNotices(db, id, null)).rows.map(({ event }) => event)

test('a meeting is completed by the code that the buyer shows', async () => {
  const { seller, buyer, orderId, does, stands, purchase, code } = await deal('copy')
  expect(await stands()).toEqual({ state: 'placed', buyerTab: 'other', sellerTab: 'own' })
  expect([await code(), (await purchase()).sellerPhone, (await findOrder(db, seller, orderId))!.contact]).toEqual([
    null,
    null,
    null,
  ])
  expect(await does(seller, 'accept to meet')).toBe('done')
  expect(await purchase()).toMatchObject({
    state: 'meeting',
    sellerPhone: seller.phone,
    code: expect.stringMatching(/^\d{6}$/),
  })
  expect((await findOrder(db, seller, orderId))!.contact).toMatchObject({ phone: '9876543210', address: 'Panbazar' })
  expect(JSON.stringify(await listReceived(db, seller, {}))).not.toContain(await code())
  expect(await does(buyer, 'hand over', { code: await code() })).toBe('too late')
  expect(await does(seller, 'hand over', { code: await code() })).toBe('done')
  expect(await stands()).toEqual({ state: 'completed', buyerTab: 'completed', sellerTab: 'completed' })
  expect(await db.selectFrom('handOverCodes').selectAll().where('orderId', '=', orderId).execute()).toEqual([])
  expect(await eventsOf(buyer)).toEqual(['order handed over', 'order accepted', 'order receipt'])
  expect(await eventsOf(seller)).toEqual(['order placed'])
  expect((await purchase()).history).toMatchObject([
    { deed: 'accept to meet', by: 'seller' },
    { deed: 'hand over', by: 'seller' },
  ])
  const steps = db.selectFrom('orderEvents').select(['fromState', 'toState']).where('orderId', '=', orderId)
  expect(await steps.orderBy('id').execute()).toEqual([
    { fromState: 'placed', toState: 'meeting' },
    { fromState: 'meeting', toState: 'completed' },
  ])
})

test('the code stays the same when a store has the order ready', async () => {
  const { seller, does, code } = await deal('stock')
  await does(seller, 'accept to collect')
  const first = await code()
  await does(seller, 'mark as ready')
  expect(await code()).toBe(first)
})

test('five wrong codes lock the order for 15 minutes, also for the right one', async () => {
  const { seller, does, code, orderId } = await deal('copy')
  await does(seller, 'accept to meet')
  const right = await code()
  const wrong = right === '000000' ? '111111' : '000000'
  for (const triesLeft of [4, 3, 2, 1]) expect(await does(seller, 'hand over', { code: wrong })).toEqual({ triesLeft })
  expect(await does(seller, 'hand over', { code: wrong })).toEqual({ lockedMinutes: 15 })
  expect(await does(seller, 'hand over', { code: right })).toEqual({ lockedMinutes: 15 })
  await sql`update hand_over_codes set locked_until = locked_until - interval '15 minutes' where order_id = ${orderId}`.execute(db) // prettier-ignore
  expect(await does(seller, 'hand over', { code: wrong })).toEqual({ triesLeft: 4 })
  expect(await does(seller, 'hand over', { code: right.slice(0, 5) })).toEqual({ triesLeft: 3 })
  expect(await does(seller, 'hand over', { code: right })).toBe('done')
})

test('the same step sent again is one step; a key is of one order and one deed', async () => {
  const { seller, does, orderId } = await deal('copy')
  const key = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => does(seller, 'accept to send', { key })))
  expect(new Set(answers)).toEqual(new Set(['done']))
  expect(await does(seller, 'mark as sent', { key })).toBe('too late')
  const events = await db.selectFrom('orderEvents').select('deed').where('orderId', '=', orderId).execute()
  expect(events).toEqual([{ deed: 'accept to send' }])
  const other = await deal('copy')
  expect(await other.does(other.seller, 'accept to send', { key })).toBe('too late')
})

test('both sides at once: one of them is first', async () => {
  const { seller, buyer, does, orderId } = await deal('copy')
  const answers = await Promise.all([
    does(seller, 'accept to meet'),
    does(buyer, 'withdraw', { reason: 'price' }),
    does(seller, 'decline', { reason: 'damaged' }),
  ])
  expect(answers.toSorted()).toEqual(['done', 'too late', 'too late'])
  expect(await db.selectFrom('orderEvents').select('deed').where('orderId', '=', orderId).execute()).toHaveLength(1)
})

test('nobody but buyer and seller can do anything', async () => {
  const { does, stands } = await deal('copy')
  const [student, store] = [await aStudent(db), await aStore(db)]
  for (const stranger of [student, store])
    for (const deed of ['accept to meet', 'withdraw', 'decline'] as const)
      expect(await does(stranger, deed, { reason: 'price' })).toBe('gone')
  expect(await stands()).toMatchObject({ state: 'placed' })
  expect(await changeOrder(db, { orderId: 'none', person: student, deed: 'decline', key: crypto.randomUUID() })).toBe(
    'gone',
  )
})

test('a parcel is sent, and counts as received after 14 days; then a problem can be reported for 3 days', async () => {
  const { seller, buyer, does, stands, orderId } = await deal('copy')
  await does(seller, 'accept to send')
  await does(seller, 'mark as sent')
  await wait(orderId, 12 * 24)
  expect(await runClock(db)).toBe(1)
  expect((await eventsOf(buyer))[0]).toBe('order to confirm')
  await wait(orderId, 2 * 24)
  expect(await runClock(db)).toBe(1)
  expect(await stands()).toMatchObject({ state: 'completed' })
  expect([(await eventsOf(buyer))[0], (await eventsOf(seller))[0]]).toEqual(['order completed', 'order completed'])
  await wait(orderId, 71)
  expect(await does(buyer, 'report problem', { detail: 'Pages are missing' })).toBe('done')
  expect(await stands()).toEqual({ state: 'problem', buyerTab: 'other', sellerTab: 'other' })
})

test('who does not answer is reminded once, and the order expires', async () => {
  const { seller, buyer, stands, orderId } = await deal('copy')
  await wait(orderId, 23)
  expect(await runClock(db)).toBe(0)
  await wait(orderId, 1)
  expect([await runClock(db), await runClock(db)]).toEqual([1, 0])
  expect((await eventsOf(seller))[0]).toBe('order to answer')
  await wait(orderId, 48)
  await runClock(db)
  expect(await stands()).toMatchObject({ state: 'expired', buyerTab: 'ended' })
  expect([(await eventsOf(buyer))[0], (await eventsOf(seller))[0]]).toEqual(['order expired', 'order expired'])
})

test('a reminder in one state takes nothing from the time of the next', async () => {
  const { seller, buyer, does, stands, orderId } = await deal('copy')
  await wait(orderId, 24)
  await runClock(db)
  await does(seller, 'accept to meet')
  await wait(orderId, 3 * 24)
  expect(await runClock(db)).toBe(1)
  expect([(await eventsOf(buyer))[0], (await eventsOf(seller))[0]]).toEqual(['order to meet', 'order to meet'])
  expect(await stands()).toMatchObject({ state: 'meeting' })
})

test('the clock does not wait for an order that somebody is changing', async () => {
  const [changing, other] = [await deal('copy'), await deal('copy')]
  for (const { orderId } of [changing, other]) await wait(orderId, 24)
  await db.transaction().execute(async (transaction) => {
    await lockOrder(transaction).where('id', '=', changing.orderId).execute()
    expect(await runClock(db)).toBe(1)
  })
  expect(await runClock(db)).toBe(1)
})

test('after a long time without a clock everything is done that is due, once, by any number of processes', async () => {
  const deals = await Promise.all([deal('copy'), deal('stock'), deal('file')])
  for (const { orderId } of deals) await wait(orderId, 1_000)
  const steps = await Promise.all(Array.from({ length: 4 }, () => runClock(db)))
  await runClock(db)
  expect(steps.every((count) => count >= 0)).toBe(true)
  for (const { stands, seller, buyer } of deals) {
    expect(await stands()).toMatchObject({ state: 'expired' })
    expect((await eventsOf(seller)).filter((event) => event === 'order expired')).toHaveLength(1)
    expect((await eventsOf(buyer)).filter((event) => event === 'order expired')).toHaveLength(1)
  }
})

test('notes are paid, confirmed, and never expire once paid: seller and team are reminded', async () => {
  const { seller, buyer, does, stands, orderId, purchase } = await deal('file')
  expect(await purchase()).toMatchObject({ state: 'placed', upiAddress: 'r@upi' })
  expect([await hasUpiAddress(db, seller), await hasUpiAddress(db, buyer)]).toEqual([true, false])
  expect(await does(buyer, 'say paid', { detail: '4821' })).toBe('done')
  expect(await purchase()).toMatchObject({ paymentDigits: '4821', sellerPhone: null })
  await wait(orderId, 12)
  await runClock(db)
  await wait(orderId, 12)
  await runClock(db)
  expect((await eventsOf(seller)).slice(0, 3)).toEqual(['payment to confirm', 'payment to confirm', 'payment said'])
  await wait(orderId, 48)
  await runClock(db)
  const team = db.selectFrom('notices').innerJoin('outbox', 'outbox.noticeId', 'notices.id')
  expect(
    await team.select(['event', 'address']).where('orderId', '=', orderId).where('address', '=', 'team').execute(),
  ).toEqual([{ event: 'payment not confirmed', address: 'team' }])
  await wait(orderId, 1_000)
  await runClock(db)
  expect(await stands()).toMatchObject({ state: 'paid' })
  expect((await findOrder(db, seller, orderId))!.contact).toBe(null)
  expect(await does(seller, 'confirm payment')).toBe('done')
  expect(await stands()).toMatchObject({ state: 'completed' })
  expect((await findOrder(db, seller, orderId))!.contact).toMatchObject({ phone: '9876543210' })
  expect((await purchase()).sellerPhone).toBe(seller.phone)
})

test('the e-mail of who buys a course is masked until the payment is confirmed, and again 30 days after', async () => {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const { id } = await aCourse(db, seller, { pricePaise: 10_000 })
  const { quantity: _, pin: _pin, address: _address, ...rest } = orderForm(10_000)
  const placed = await placeOrder(db, { postId: id, buyer, order: { ...rest, email: 'rina@puthi.example' } })
  const { orderId } = placed as { orderId: string }
  const does = (person: Viewer, deed: Deed, detail = '') =>
    changeOrder(db, { orderId, person, deed, key: crypto.randomUUID(), detail })
  const emailOf = async () => (await listReceived(db, seller, {})).orders[0]!.email
  await does(buyer, 'say paid', '4821')
  expect(await emailOf()).toBe('r***a@puthi.example')
  await does(seller, 'confirm payment')
  expect(await emailOf()).toBe('rina@puthi.example')
  await wait(orderId, 30 * 24)
  expect(await emailOf()).toBe('r***a@puthi.example')
})

test('what is free is completed at once; a store that accepts by itself does so at once', async () => {
  expect(await (await deal('file', { pricePaise: 0 })).stands()).toMatchObject({ state: 'completed' })
  const { stands, buyer, purchase } = await deal('stock', { acceptsByItself: true })
  expect(await stands()).toEqual({ state: 'preparing', buyerTab: 'other', sellerTab: 'own' })
  expect(await eventsOf(buyer)).toEqual(['order accepted', 'order receipt'])
  expect((await purchase()).history).toMatchObject([{ deed: 'accept to collect', by: 'market' }])
})

test('how to reach each other is hidden again 30 days after the end, and never shown of what was not accepted', async () => {
  const { seller, buyer, does, orderId, purchase } = await deal('copy')
  await does(seller, 'accept to meet')
  await does(buyer, 'cancel', { reason: 'did not come' })
  expect((await purchase()).history.at(-1)).toMatchObject({ deed: 'cancel', by: 'buyer', reason: 'did not come' })
  await wait(orderId, 29 * 24)
  expect((await findOrder(db, seller, orderId))!.contact).not.toBe(null)
  expect((await purchase()).sellerPhone).toBe(seller.phone)
  await wait(orderId, 24)
  expect([(await findOrder(db, seller, orderId))!.contact, (await purchase()).sellerPhone]).toEqual([null, null])

  const other = await deal('copy')
  await other.does(other.buyer, 'withdraw', { reason: 'price' })
  expect((await findOrder(db, other.seller, other.orderId))!.contact).toBe(null)
})

test.for([
  [{ reason: 'damaged' }, 'Reason: Damaged. You owe nothing.'],
  [{ reason: 'other' }, 'You owe nothing.'],
  [{ reason: 'damaged', detail: 'The cover is torn' }, 'Reason: The cover is torn. You owe nothing.'],
  [{ reason: 'other', detail: 'I gave it\nto my sister.' }, 'Reason: I gave it to my sister. You owe nothing.'],
] as const)('the buyer is told why the seller declined: %o', async ([said, words]) => {
  const { seller, buyer, does } = await deal('copy')
  await does(seller, 'decline', said)
  expect(describeNotice((await listNotices(db, buyer.id, null)).rows[0]!).text).toBe(words)
})

test('who leaves cancels the open orders, and the other side is told', async () => {
  const [first, second, third] = [await deal('copy'), await deal('copy'), await deal('copy')]
  await first.does(first.seller, 'accept to meet')
  await deleteAccount(db, { viewer: first.buyer, password: makersPassword, address: 'here' })
  expect(await first.stands()).toMatchObject({ state: 'cancelled' })
  expect((await eventsOf(first.seller))[0]).toBe('order left')
  await deleteAccount(db, { viewer: second.seller, password: makersPassword, address: 'here' })
  expect(await second.stands()).toMatchObject({ state: 'cancelled' })
  expect((await eventsOf(second.buyer))[0]).toBe('order left')
  await third.does(third.seller, 'accept to send')
  await third.does(third.seller, 'mark as sent')
  await deleteAccount(db, { viewer: third.seller, password: makersPassword, address: 'here' })
  expect(await third.stands()).toMatchObject({ state: 'cancelled' })
})

test('orders are found by tab and by name, page by page, and one can stand first', async () => {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const made = []
  for (let n = 1; n <= 30; n++) {
    const state = n % 3 === 0 ? 'completed' : 'placed'
    made.push(await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, itemName: `Book ${n}`, state }))
  }
  expect(await countOrders(db, 'seller', seller)).toEqual({ own: 20, other: 0, completed: 10, ended: 0 })
  expect(await countOrders(db, 'buyer', buyer)).toEqual({ own: 0, other: 20, completed: 10, ended: 0 })
  const page = await listPurchases(db, buyer, {})
  const rest = await listPurchases(db, buyer, { before: page.next })
  expect([page.orders.length, rest.orders.map(({ itemName }) => itemName), rest.next]).toEqual([
    24,
    ['Book 6', 'Book 5', 'Book 4', 'Book 3', 'Book 2', 'Book 1'],
    null,
  ])
  const names = (orders: { itemName: string }[]) => orders.map(({ itemName }) => itemName)
  expect(names((await listReceived(db, seller, { tab: 'completed', search: 'BOOK 1' })).orders)).toEqual([
    'Book 18',
    'Book 15',
    'Book 12',
  ])
  expect(names((await listReceived(db, seller, { search: 'rina' })).orders)).toHaveLength(24)
  expect(names((await listReceived(db, seller, { tab: 'own' })).orders)).toHaveLength(20)
  expect(names((await listPurchases(db, buyer, { tab: 'other' })).orders)).toHaveLength(20)
  expect(names((await listReceived(db, seller, { tab: 'completed', first: made[0]!.id })).orders).slice(0, 2)).toEqual([
    'Book 1',
    'Book 30',
  ])
  const stranger = await aStudent(db)
  expect((await listReceived(db, stranger, { first: made[0]!.id })).orders).toEqual([])
  expect((await listPurchases(db, stranger, { first: made[0]!.id })).orders).toEqual([])
})
