import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { deleteAccount } from '#app/privacy/delete-account.server.ts'
import { markSold, setCopies } from '#app/posts/selling/stock.server.ts'
import { aBook, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { dealsIn, orderForm } from '#tests/support/deals.ts'

import { changeOrder } from './change-order.server.ts'
import { leaveOrders } from './leave-orders.server.ts'
import { markOrderedSold } from './mark-ordered-sold.server.ts'
import { listReceived } from './order-queries.server.ts'
import { placeOrder } from './place-order.server.ts'
import { runClock } from './run-clock.job.server.ts'

// How orders take copies of a post, and give them back.

const { db } = await freshDatabase()
const { deal, wait } = dealsIn(db)

const left = async (postId: string) =>
  (await db.selectFrom('stock').select('copies').where('postId', '=', postId).executeTakeFirst())?.copies
const isSoldOut = async (id: string) =>
  (await db.selectFrom('posts').select('isSoldOut').where('id', '=', id).executeTakeFirstOrThrow()).isSoldOut

test.for([
  { buyers: 50, copies: 1, sold: 1 },
  { buyers: 50, copies: 20, sold: 20 },
])('$buyers buyers at once of $copies copies: $sold orders', async ({ buyers, copies, sold }) => {
  const seller = await aStore(db)
  const post = await aBook(db, seller, { pricePaise: 10_000, copies })
  const all = await Promise.all(Array.from({ length: buyers }, () => aStudent(db)))
  const answers = await Promise.all(
    all.map((buyer) => placeOrder(db, { postId: post.id, buyer, order: orderForm(10_000) })),
  )
  const isPlaced = (answer: (typeof answers)[number]) => typeof answer === 'object' && 'orderId' in answer
  expect(answers.filter(isPlaced)).toHaveLength(sold)
  expect(answers.filter((answer) => !isPlaced(answer))).toEqual(
    Array.from({ length: buyers - sold }, () => ({ left: 0 })),
  )
  expect([await left(post.id), await isSoldOut(post.id)]).toEqual([0, true])
  const orders = await db.selectFrom('orders').select('id').where('postId', '=', post.id).execute()
  expect(orders).toHaveLength(sold)
})

test('the last copy ordered twice with one key is one order; with a key of another post no copy is taken', async () => {
  const [seller, buyer] = [await aStore(db), await aStudent(db)]
  const post = await aBook(db, seller, { pricePaise: 10_000, copies: 1 })
  const order = orderForm(10_000)
  const answers = await Promise.all(Array.from({ length: 8 }, () => placeOrder(db, { postId: post.id, buyer, order })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
  expect(answers[0]).toHaveProperty('orderId')
  const other = await aBook(db, seller, { pricePaise: 10_000, copies: 1 })
  expect(await placeOrder(db, { postId: other.id, buyer, order })).toBe('differs')
  expect(await left(other.id)).toBe(1)
})

test.for(['cancel', 'decline', 'expire', 'leave'] as const)('%s gives the copies back, once', async (how) => {
  const [seller, buyer] = [await aStore(db), await aStudent(db)]
  const post = await aBook(db, seller, { pricePaise: 10_000, copies: 5 })
  const order = { ...orderForm(10_000), quantity: 5 }
  const { orderId } = (await placeOrder(db, { postId: post.id, buyer, order })) as { orderId: string }
  expect([await left(post.id), await isSoldOut(post.id)]).toEqual([0, true])
  const key = crypto.randomUUID()
  const end = async () => {
    if (how === 'leave') return deleteAccount(db, { viewer: buyer, password: makersPassword, address: 'here' })
    if (how === 'expire') return wait(orderId, 100).then(() => runClock(db))
    const person = how === 'decline' ? seller : buyer
    return changeOrder(db, { orderId, person, deed: how === 'decline' ? how : 'withdraw', reason: 'price', key })
  }
  await end()
  await end()
  await runClock(db)
  expect([await left(post.id), await isSoldOut(post.id)]).toEqual([5, false])
  const ended = db.selectFrom('orders').select('copiesTaken').where('id', '=', orderId)
  expect(await ended.executeTakeFirstOrThrow()).toEqual({ copiesTaken: 0 })
})

test('a completed order keeps its copies; what is not counted, or not any more, gets none', async () => {
  const { seller, does, code, post } = await deal('copy')
  await does(seller, 'accept to meet')
  await does(seller, 'hand over', { code: await code() })
  expect(await left(post.id)).toBe(undefined)
  const [store, buyer] = [await aStore(db), await aStudent(db)]
  const counted = await aBook(db, store, { pricePaise: 10_000, copies: 3 })
  const placed = await placeOrder(db, { postId: counted.id, buyer, order: orderForm(10_000) })
  await db.transaction().execute((transaction) => setCopies(transaction, counted.id, { typed: null, shown: 2 }))
  const { orderId } = placed as { orderId: string }
  await changeOrder(db, { orderId, person: buyer, deed: 'withdraw', reason: 'price', key: crypto.randomUUID() })
  expect(await left(counted.id)).toBe(undefined)

  const later = await deal('copy')
  await db.transaction().execute((transaction) => setCopies(transaction, later.post.id, { typed: 2, shown: null }))
  await later.does(later.buyer, 'withdraw', { reason: 'price' })
  expect(await left(later.post.id)).toBe(2)
})

test('a seller marks what was ordered as sold, if copies are not counted', async () => {
  const { seller, buyer, post, orderId } = await deal('copy')
  const isAsked = async () => (await listReceived(db, seller, {})).orders[0]!.isStillForSale
  for (const other of [buyer, await aStudent(db)]) expect(await markOrderedSold(db, other, orderId)).toBe(false)
  expect([await markOrderedSold(db, seller, 'none'), await isSoldOut(post.id), await isAsked()]).toEqual([
    false,
    false,
    true,
  ])
  expect(await markOrderedSold(db, seller, orderId)).toBe(true)
  expect([await isSoldOut(post.id), await isAsked()]).toEqual([true, false])
})

/** How many statements wait for a lock. */
async function waiting() {
  const query = sql<{ count: number }>`select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return (await query.execute(db)).rows[0]!.count
}

test('an order that waited while the only copy was marked as sold finds it sold', async () => {
  const { seller, post } = await deal('copy')
  const ordered = await db.transaction().execute(async (transaction) => {
    await markSold(transaction, seller, post.id)
    const order = placeOrder(db, { postId: post.id, buyer: await aStudent(db), order: orderForm(10_000) })
    await expect.poll(waiting).toBe(1)
    return [order] // in an array: the transaction ends without waiting for it
  })
  expect(await ordered[0]).toEqual({ left: 0 })
})

test('two who leave at once, with orders of the same posts, do not deadlock', async () => {
  const [store, one, other] = [await aStore(db), await aStudent(db), await aStudent(db)]
  const first = await aBook(db, store, { pricePaise: 10_000, copies: 5 })
  const second = await aBook(db, store, { pricePaise: 10_000, copies: 5 })
  for (const [buyer, { id }] of [
    [one, first],
    [other, second],
    [other, first],
    [one, second],
  ] as const)
    // prettier-ignore
    await placeOrder(db, { postId: id, buyer, order: orderForm(10_000) })
  const leaving: Promise<void>[] = []
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('posts').select('id').where('id', '=', first.id).forNoKeyUpdate().execute()
    for (const buyer of [one, other]) {
      leaving.push(db.transaction().execute((inner) => leaveOrders(inner, buyer)))
      await expect.poll(waiting).toBe(leaving.length)
    }
  })
  await Promise.all(leaving)
  expect([await left(first.id), await left(second.id)]).toEqual([5, 5])
})
