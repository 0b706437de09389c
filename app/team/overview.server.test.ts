import { expect, test } from 'vitest'

import { dayMs } from '#app/format/dates.ts'
import { outboxDays } from '#app/notices/notice-rules.ts'
import type { Outcome } from '#app/notices/notices.tables.ts'
import type { Deed, OrderState } from '#app/orders/order-rules.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { aBook, anOrder, aPushBrowser, aStore, aStudent, madeAt } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { type FigureName, figureNames, figureOf } from './figures.ts'
import { bucketName, periodOf } from './overview-period.ts'
import { findFigure, findFigures } from './overview-queries.server.ts'

const { db: all } = await freshDatabase()

/** A Friday: 14 November in India, half past five in the afternoon. */
const now = new Date('2025-11-14T12:00:00Z')
const at = (time: string) => new Date(time)

/** Each test counts in a database without the rows of others: what it adds is rolled back. */
async function alone(run: (db: Db) => Promise<void>) {
  const done = new Error('rolled back')
  const work = all.transaction().execute(async (db) => {
    await run(db)
    throw done
  })
  await work.catch((error: unknown) => {
    if (error !== done) throw error
  })
}

/** The rows of a figure that are not empty, by the day or by the Monday of the week. */
async function find(db: Db, name: FigureName, by: 'day' | 'week' = 'day') {
  const period = periodOf(by, now)
  const rows = await findFigure(db, name, period)
  expect(rows).toHaveLength(period.buckets.length)
  const entries = rows.map((row, n) => [bucketName(period.buckets[n]!), row] as const)
  return Object.fromEntries(entries.filter(([, row]) => Object.values(row).some((value) => value)))
}

test('a period has 30 days or 26 weeks, and ends with the running one', () => {
  const days = periodOf('day', now).buckets.map(bucketName)
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2025-10-16', '2025-11-14'])
  const weeks = periodOf('week', now).buckets.map(bucketName)
  expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([26, '2025-05-19', '2025-11-10'])
  const lateInTheEvening = periodOf('day', at('2025-11-14T18:30:00Z')).buckets
  expect(bucketName(lateInTheEvening.at(-1)!)).toBe('2025-11-15')
})

test('posts are counted by days and weeks of India; what is older or empty is no row and zero', () =>
  alone(async (db) => {
    const seller = await aStudent(db)
    const times = [
      '2025-05-18T18:29:59.999Z', // the day before the first week
      '2025-05-18T18:30:00Z',
      '2025-10-15T18:29:59.999Z', // the day before the first day
      '2025-10-15T18:30:00Z',
      '2025-11-09T18:29:59.999Z', // Sunday night
      '2025-11-09T18:30:00Z', // Monday
      '2025-11-10T18:29:59.999Z',
      '2025-11-14T11:00:00Z',
    ]
    for (const time of times) await aBook(db, seller, madeAt(at(time)))
    expect(await find(db, 'posts')).toEqual({
      '2025-10-16': { posts: 1 },
      '2025-11-09': { posts: 1 },
      '2025-11-10': { posts: 2 },
      '2025-11-14': { posts: 1 },
    })
    expect(await find(db, 'posts', 'week')).toEqual({
      '2025-05-19': { posts: 1 },
      '2025-10-13': { posts: 2 },
      '2025-11-03': { posts: 1 },
      '2025-11-10': { posts: 3 },
    })
    const [empty] = (await findFigure(db, 'posts', periodOf('day', now))).slice(1)
    expect(empty).toEqual({ posts: 0 })
  }))

test('every state of an order is in one column, and every order in one state', () =>
  alone(async (db) => {
    const { id: sellerId } = await aStudent(db)
    const states: OrderState[] = [
      ...(['placed', 'meeting', 'packing', 'sent', 'problem', 'completed', 'declined'] as const),
      ...(['cancelled', 'expired'] as const),
    ]
    for (const state of states) await anOrder(db, { sellerId, state, ...madeAt(at('2025-11-12T06:00:00Z')) })
    const ofStock: OrderState[] = ['preparing', 'ready']
    for (const state of ofStock)
      await anOrder(db, { sellerId, deal: 'stock', state, ...madeAt(at('2025-11-12T07:00:00Z')) })
    await anOrder(db, { sellerId, deal: 'file', state: 'paid', ...madeAt(at('2025-11-12T08:00:00Z')) })
    await anOrder(db, { sellerId, state: 'completed', ...madeAt(at('2025-11-12T18:30:00Z')) })
    const none = { placed: 0, accepted: 0, ready: 0, sent: 0, paid: 0, problem: 0 }
    expect(await find(db, 'orders')).toEqual({
      '2025-11-12': {
        placed: 1,
        accepted: 3,
        ready: 1,
        sent: 1,
        paid: 1,
        problem: 1,
        completed: 1,
        declined: 1,
        cancelled: 1,
        expired: 1,
      },
      '2025-11-13': { ...none, completed: 1, declined: 0, cancelled: 0, expired: 0 },
    })
  }))

interface Step {
  deed: Deed
  by: 'buyer' | 'seller' | 'market' | 'team'
  from: OrderState
  to: OrderState
  /** After the order. */
  hours: number
}

/** An order with its history. */
async function anOrderWith(db: Db, sellerId: string, placedAt: Date, ...steps: Step[]) {
  const order = await anOrder(db, { sellerId, state: steps.at(-1)!.to, ...madeAt(placedAt) })
  for (const { deed, by, from, to, hours } of steps) {
    const times = madeAt(new Date(placedAt.getTime() + hours * 3_600_000))
    const event = { ...times, orderId: order.id, deed, by, fromState: from, toState: to }
    await db
      .insertInto('orderEvents')
      .values({ ...event, reason: null, detail: null, key: null })
      .execute()
  }
}

const accept = (hours: number, by: Step['by'] = 'seller'): Step => ({
  deed: by === 'market' ? 'accept to collect' : 'accept to send',
  by,
  from: 'placed',
  to: 'packing',
  hours,
})
const receive = (hours: number): Step => ({ deed: 'say received', by: 'buyer', from: 'sent', to: 'completed', hours })

test('the time to acceptance is a median of what sellers accepted themselves, on the day on which they did', () =>
  alone(async (db) => {
    const { id } = await aStudent(db)
    const noon = at('2025-11-10T06:30:00Z')
    for (const hours of [1, 3, 8]) await anOrderWith(db, id, noon, accept(hours))
    await anOrderWith(db, id, noon, accept(0, 'market'))
    await anOrderWith(db, id, noon, { deed: 'decline', by: 'seller', from: 'placed', to: 'declined', hours: 2 })
    await anOrderWith(db, id, noon, accept(20)) // at 8 in the morning of the next day
    expect(await find(db, 'acceptance')).toEqual({
      '2025-11-10': { median: 3, accepted: 3 },
      '2025-11-11': { median: 20, accepted: 1 },
    })
    expect(await find(db, 'acceptance', 'week')).toEqual({ '2025-11-10': { median: 5.5, accepted: 4 } })
    const [empty] = await findFigure(db, 'acceptance', periodOf('day', now))
    expect(empty).toEqual({ median: null, accepted: 0 })
  }))

test('the time to hand-over is from the order until the buyer has it, by code or by word', () =>
  alone(async (db) => {
    const { id } = await aStudent(db)
    const placedAt = at('2025-11-05T06:30:00Z')
    await anOrderWith(db, id, placedAt, accept(1), receive(48))
    await anOrderWith(db, id, placedAt, {
      deed: 'hand over',
      by: 'seller',
      from: 'meeting',
      to: 'completed',
      hours: 50,
    })
    // By the clock, and of a file: nobody handed anything over.
    await anOrderWith(db, id, placedAt, {
      deed: 'complete unasked',
      by: 'market',
      from: 'sent',
      to: 'completed',
      hours: 49,
    })
    await anOrderWith(db, id, placedAt, {
      deed: 'confirm payment',
      by: 'seller',
      from: 'paid',
      to: 'completed',
      hours: 47,
    })
    expect(await find(db, 'hand-over')).toEqual({ '2025-11-07': { median: 49, handedOver: 2 } })
  }))

test('completion is of what was completed or let fall by sellers, as on their pages', () =>
  alone(async (db) => {
    const { id } = await aStudent(db)
    const placedAt = at('2025-11-05T06:30:00Z')
    const ends: Step[] = [
      receive(24),
      { deed: 'hand over', by: 'seller', from: 'meeting', to: 'completed', hours: 24 },
      { deed: 'cancel', by: 'seller', from: 'packing', to: 'cancelled', hours: 24 },
      { deed: 'cancel', by: 'buyer', from: 'packing', to: 'cancelled', hours: 24 },
      { deed: 'cancel', by: 'buyer', from: 'packing', to: 'cancelled', hours: 25 },
      { deed: 'decline', by: 'seller', from: 'placed', to: 'declined', hours: 24 },
      { deed: 'expire', by: 'market', from: 'placed', to: 'expired', hours: 24 },
      { deed: 'expire', by: 'market', from: 'packing', to: 'expired', hours: 48 },
    ]
    for (const end of ends) await anOrderWith(db, id, placedAt, end)
    expect(await find(db, 'completion')).toEqual({
      '2025-11-06': { share: 66, completed: 2, letFall: 1 },
      '2025-11-07': { share: 0, completed: 0, letFall: 1 },
    })
    const [empty] = await findFigure(db, 'completion', periodOf('day', now))
    expect(empty).toEqual({ share: null, completed: 0, letFall: 0 })
  }))

test('requests are counted by when people asked, and whether they were answered; other tickets are not', () =>
  alone(async (db) => {
    const { id: accountId } = await aStudent(db)
    const aTicket = async (time: string, answeredAt: Date | null) => {
      const bookRequestId = newId()
      const request = { id: bookRequestId, accountId, bookName: 'Physics', className: 'XI', stream: 'Science' }
      await db
        .insertInto('bookRequests')
        .values({ ...request, condition: 'New', phone: '9876543210', address: 'Jorhat', pin: '785001', comment: '' })
        .execute()
      const ticket = { ...madeAt(at(time)), kind: 'request' as const, accountId, bookRequestId, subject: 'Physics' }
      await db
        .insertInto('tickets')
        .values({ ...ticket, answeredAt, dueAt: now })
        .execute()
    }
    await aTicket('2025-11-11T18:29:59.999Z', now)
    await aTicket('2025-11-11T18:30:00Z', now)
    await aTicket('2025-11-12T09:00:00Z', null)
    const report = {
      ...madeAt(at('2025-11-12T09:00:00Z')),
      kind: 'report' as const,
      reported: 'post' as const,
      reportedId: crypto.randomUUID(),
      accountId,
      subject: 'Bad',
    }
    await db
      .insertInto('tickets')
      .values({ ...report, dueAt: now })
      .execute()
    expect(await find(db, 'requests')).toEqual({
      '2025-11-11': { answered: 1, waiting: 0 },
      '2025-11-12': { answered: 1, waiting: 1 },
    })
  }))

test('sign-ups are counted by kind of account', () =>
  alone(async (db) => {
    await aStudent(db, madeAt(at('2025-11-11T18:29:59.999Z')))
    await aStudent(db, madeAt(at('2025-11-11T18:30:00Z')))
    await aStore(db, madeAt(at('2025-11-12T09:00:00Z')))
    expect(await find(db, 'sign-ups')).toEqual({
      '2025-11-11': { students: 1, stores: 0 },
      '2025-11-12': { students: 1, stores: 1 },
    })
  }))

interface OutboxRow {
  accountId: string
  time: Date
  outcome: Outcome | null
  /** Of a push. */
  subscriptionId?: string
}

async function anOutboxRow(db: Db, { accountId, time, outcome, subscriptionId }: OutboxRow) {
  const notice = { id: newId(), accountId, event: 'order placed' as const, isInApp: false }
  await db
    .insertInto('notices')
    .values({ ...notice, orderId: null, commentId: null, detail: null })
    .execute()
  const way = subscriptionId ? ('push' as const) : ('mail' as const)
  const row = { ...madeAt(time), noticeId: notice.id, way, address: null, subscriptionId: subscriptionId ?? null }
  await db
    .insertInto('outbox')
    .values({ ...row, outcome, doneAt: outcome && now })
    .execute()
}

test('mails are sent, waiting or failed; pushes, and mails that were not wanted any more, are not counted', async () => {
  const student = await aStudent(all)
  const accountId = student.id
  await aPushBrowser(all, student)
  const { id: subscriptionId } = await all.selectFrom('pushSubscriptions').select('id').executeTakeFirstOrThrow()
  await alone(async (db) => {
    const time = at('2025-11-12T09:00:00Z')
    for (const outcome of ['sent', 'sent', 'refused', 'given up', 'not wanted', null] as const)
      await anOutboxRow(db, { accountId, time, outcome })
    await anOutboxRow(db, { accountId, time: at('2025-11-12T18:30:00Z'), outcome: 'sent' })
    await anOutboxRow(db, { accountId, time, outcome: 'sent', subscriptionId })
    expect(await find(db, 'mails')).toEqual({
      '2025-11-12': { sent: 2, waiting: 1, failed: 2 },
      '2025-11-13': { sent: 1, waiting: 0, failed: 0 },
    })
  })
})

test('of weeks whose mails are forgotten, even in part, nothing is told, not even zero', () =>
  alone(async (db) => {
    const { buckets, ...rest } = periodOf('week', now)
    const rows = await findFigure(db, 'mails', { buckets, ...rest })
    const told = buckets.filter((_, n) => rows[n]!.sent !== null).map(bucketName)
    expect(told).toEqual(['2025-10-20', '2025-10-27', '2025-11-03', '2025-11-10'])
    expect(now.getTime() - buckets.at(-4)!.start.getTime()).toBeLessThan(outboxDays * dayMs)
    expect((await findFigure(db, 'mails', periodOf('day', now))).every(({ sent }) => sent === 0)).toBe(true)
  }))

test('every figure has a row for each day and week, and a value for each of its columns', () =>
  alone(async (db) => {
    for (const by of ['day', 'week'] as const) {
      const period = periodOf(by, now)
      const found = await findFigures(db, period)
      for (const name of figureNames) {
        const { columns, series } = figureOf(name)
        expect(found[name]).toHaveLength(period.buckets.length)
        for (const row of found[name]) expect(Object.keys(row)).toEqual(Object.keys(columns))
        for (const { of } of series) for (const column of of) expect(columns).toHaveProperty(column)
      }
    }
  }))
