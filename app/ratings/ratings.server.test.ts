import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Viewer } from '#app/access/viewer.ts'
import { findCompletion } from '#app/orders/completion-queries.server.ts'
import { listPurchases, listReceived } from '#app/orders/order-queries.server.ts'
import { listPosts } from '#app/posts/post-queries.server.ts'
import { aBook, anOrder, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { addRating } from './add-rating.server.ts'
import { answerRating } from './answer-rating.server.ts'
import type { NewRating } from './rating-form-rules.ts'
import { findRatingSums, listRatings } from './rating-queries.server.ts'
import { reportRating } from './report-rating.server.ts'
import { showDueRatings } from './show-due-ratings.job.server.ts'

const { db } = await freshDatabase()

type Given = Partial<Parameters<typeof anOrder>[1]>

/** A completed order of a book between two students. */
async function aDeal(given: Given = {}) {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const order = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, state: 'completed', ...given })
  return { seller, buyer, order }
}

const rate = (person: Viewer, orderId: string, given: Partial<NewRating> = {}) =>
  addRating(db, person, {
    rates: orderId,
    key: crypto.randomUUID(),
    stars: 5,
    asPromised: null,
    communication: null,
    useful: null,
    words: '',
    ...given,
  })

const seenByBuyer = async (buyer: Viewer) => (await listPurchases(db, buyer, {})).orders[0]!.ratings
const seenBySeller = async (seller: Viewer) => (await listReceived(db, seller, {})).orders[0]!.ratings
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('neither side sees the other’s rating before both are in', async () => {
  const { seller, buyer, order } = await aDeal()
  expect(await rate(buyer, order.id, { stars: 2, words: 'Pages are missing' })).toBe('done')
  expect(await seenBySeller(seller)).toEqual([])
  expect(await seenByBuyer(buyer)).toMatchObject([{ by: 'buyer', stars: 2, isShown: false }])
  expect(await findRatingSums(db, seller.id)).toBe(null)
  expect((await listRatings(db, seller.id, null)).rows).toEqual([])

  expect(await rate(seller, order.id, { stars: 4 })).toBe('done')
  for (const seen of [await seenBySeller(seller), await seenByBuyer(buyer)])
    expect(seen).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ by: 'buyer', stars: 2, words: 'Pages are missing', isShown: true }),
        expect.objectContaining({ by: 'seller', stars: 4, isShown: true }),
      ]),
    )
  expect(await findRatingSums(db, seller.id)).toMatchObject({ ratings: 1, average: 2 })
  expect((await listRatings(db, seller.id, null)).rows).toMatchObject([{ stars: 2, words: 'Pages are missing' }])
  expect(await findRatingSums(db, buyer.id)).toBe(null) // what sellers give is not what buyers give
})

test('the seller sees what other sellers gave the buyer', async () => {
  const { seller, buyer, order } = await aDeal()
  await rate(seller, order.id, { stars: 3 })
  await rate(buyer, order.id)
  const another = await aStudent(db)
  await anOrder(db, { sellerId: another.id, buyerId: buyer.id })
  expect((await listReceived(db, another, {})).orders[0]).toMatchObject({ buyerRating: 3, buyerRatings: 1 })
})

test('what only one side gave shows when the time is up, once', async () => {
  const { seller, buyer, order } = await aDeal({ stateSince: hoursAgo(13 * 24) })
  await rate(buyer, order.id, { stars: 3, asPromised: false, communication: true })
  expect(await showDueRatings(db)).toBe(0)
  const due = await db.selectFrom('ratings').select('showAt').where('orderId', '=', order.id).executeTakeFirstOrThrow()
  expect(due.showAt.getTime() - order.stateSince!.getTime()).toBe(14 * 86_400_000)

  await sql`update ratings set show_at = now() where order_id = ${order.id}`.execute(db)
  await Promise.all([showDueRatings(db), showDueRatings(db), showDueRatings(db)])
  expect(await seenBySeller(seller)).toMatchObject([{ by: 'buyer', stars: 3, isShown: true }])
  expect(await findRatingSums(db, seller.id)).toEqual({
    ratings: 1,
    average: 3,
    promised: 0,
    promisedOf: 1,
    communication: 1,
    communicationOf: 1,
    useful: 0,
    usefulOf: 0,
  })
})

test.each([
  ['an order that is not completed', { state: 'meeting' as const }],
  ['after 14 days', { stateSince: hoursAgo(14 * 24 + 1) }],
  ['an order that came to nothing', { state: 'cancelled' as const }],
])('no rating: %s', async (_, given) => {
  const { buyer, order } = await aDeal(given)
  expect(await rate(buyer, order.id)).toBe('too late')
})

test('no rating of a stranger, of an order that is none, or of somebody who has left', async () => {
  const { order } = await aDeal()
  expect(await rate(await aStudent(db), order.id)).toBe('gone')
  expect(await rate(await aStudent(db), crypto.randomUUID())).toBe('gone')
  const left = await aDeal({ sellerId: null as never })
  expect(await rate(left.buyer, left.order.id)).toBe('gone')
})

test('one rating each: the same form twice is one, another one is refused', async () => {
  const { buyer, order } = await aDeal()
  const key = crypto.randomUUID()
  const answers = await Promise.all([rate(buyer, order.id, { key }), rate(buyer, order.id, { key })])
  expect(answers).toEqual(['done', 'done'])
  expect(await rate(buyer, order.id, { stars: 1 })).toBe('too late')
  expect(await seenByBuyer(buyer)).toMatchObject([{ stars: 5 }])
})

test('PDFs are rated by the buyer alone, and at once', async () => {
  const { seller, buyer, order } = await aDeal({ deal: 'file', kind: 'note' })
  expect(await rate(seller, order.id)).toBe('too late')
  expect(await rate(buyer, order.id, { stars: 4, useful: true, asPromised: true })).toBe('done')
  // Whether the condition is as promised is not asked of a PDF.
  expect(await findRatingSums(db, seller.id)).toMatchObject({ ratings: 1, average: 4, useful: 1, promisedOf: 0 })
})

test('cards have the average and the count of their seller', async () => {
  const seller = await aStore(db)
  await aBook(db, seller)
  const card = async () => (await listPosts(db, null, { kind: 'book', before: null, sellerId: seller.id })).posts[0]!
  expect(await card()).toMatchObject({ rating: null, ratings: null })
  for (const stars of [5, 5, 4]) {
    const buyer = await aStudent(db)
    const order = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, deal: 'stock', state: 'completed' })
    await Promise.all([rate(buyer, order.id, { stars }), rate(seller, order.id)])
  }
  expect(await card()).toMatchObject({ rating: 4.7, ratings: 3 })
})

test('a rating is answered once, by who was rated, and only when it is shown', async () => {
  const { seller, buyer, order } = await aDeal()
  await rate(buyer, order.id)
  const answer = (person: Viewer, words: string) => answerRating(db, person, { orderId: order.id, words })
  expect(await answer(seller, 'Early')).toBe(false)
  await rate(seller, order.id)
  expect(await answer(await aStudent(db), 'Not mine')).toBe(false)
  expect(await answer(seller, 'Thank you')).toBe(true)
  expect(await answer(seller, 'Thank you')).toBe(true) // sent again
  expect(await answer(seller, 'Once more')).toBe(false)
  expect((await listRatings(db, seller.id, null)).rows).toMatchObject([{ answer: 'Thank you' }])
  expect(await answer(buyer, 'With pleasure')).toBe(true) // to what the seller gave
})

test('a rating is reported by who was rated, and the team is told once', async () => {
  const { seller, buyer, order } = await aDeal()
  const report = (person: Viewer) => reportRating(db, person, { orderId: order.id, words: 'Not about me' })
  await rate(buyer, order.id)
  expect(await report(seller)).toBe(false)
  await rate(seller, order.id)
  expect(await report(await aStudent(db))).toBe(false)
  expect([await report(seller), await report(seller)]).toEqual([true, true])
  const reports = await db
    .selectFrom('reports')
    .innerJoin('tickets', 'tickets.id', 'ticketId')
    .select(['reported', 'words', 'reporterId'])
    .where('reporterId', '=', seller.id)
    .execute()
  expect(reports).toEqual([{ reported: 'rating', words: 'Not about me', reporterId: seller.id }])
})

test('the 25th rating of a seller stands on the second page', async () => {
  const seller = await aStore(db)
  for (let n = 1; n <= 26; n++) {
    const buyer = await aStudent(db)
    const order = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, deal: 'file', state: 'completed' })
    await rate(buyer, order.id, { words: `Number ${n}` })
  }
  const first = await listRatings(db, seller.id, null)
  expect(first.rows.map(({ words }) => words)).toEqual(Array.from({ length: 24 }, (_, n) => `Number ${26 - n}`))
  const second = await listRatings(db, seller.id, first.next)
  expect(second.rows.map(({ words }) => words)).toEqual(['Number 2', 'Number 1'])
  expect(second.next).toBe(null)
})

test('two deals between the same people, rated at once in both directions, do not wait for each other', async () => {
  const [one, other] = [await aStudent(db), await aStudent(db)]
  for (let n = 0; n < 20; n++) {
    const [there, back] = [
      await anOrder(db, { sellerId: one.id, buyerId: other.id, state: 'completed' }),
      await anOrder(db, { sellerId: other.id, buyerId: one.id, state: 'completed' }),
    ]
    const given = [rate(one, there.id), rate(other, there.id), rate(one, back.id), rate(other, back.id)]
    expect(await Promise.all(given)).toEqual(['done', 'done', 'done', 'done'])
  }
  expect(await findRatingSums(db, one.id)).toMatchObject({ ratings: 20 })
})

test('the completion rate counts what was completed, and what the seller let fall after accepting', async () => {
  const seller = await aStore(db)
  const add = async (state: 'completed' | 'cancelled' | 'expired' | 'declined', event?: [string, string, string]) => {
    const order = await anOrder(db, { sellerId: seller.id, deal: 'stock', state })
    if (!event) return
    const [deed, by, fromState] = event as ['cancel', 'seller', 'packing']
    await db.insertInto('orderEvents').values({ orderId: order.id, deed, by, fromState, toState: state }).execute()
  }
  await add('completed')
  await add('completed')
  expect(await findCompletion(db, seller.id)).toBe(null) // too few to say
  await add('cancelled', ['cancel', 'seller', 'packing'])
  await add('expired', ['expire', 'market', 'packing'])
  expect(await findCompletion(db, seller.id)).toEqual({ orders: 4, completed: 2 })
  // These were not accepted, or the buyer ended them.
  await add('cancelled', ['cancel', 'buyer', 'packing'])
  await add('expired', ['expire', 'market', 'placed'])
  await add('expired', ['expire', 'market', 'ready'])
  await add('declined', ['decline', 'seller', 'placed'])
  expect(await findCompletion(db, seller.id)).toEqual({ orders: 4, completed: 2 })
  for (let n = 0; n < 120; n++) await add('completed')
  expect(await findCompletion(db, seller.id)).toEqual({ orders: 100, completed: 100 }) // of the newest
})
