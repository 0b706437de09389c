import { expect, test } from 'vitest'

import { readForm } from '#app/forms/forms.ts'
import { bounded } from '#app/platform/bounded.server.ts'
import { deletePost } from '#app/posts/selling/delete-post.server.ts'
import { aBook, aCourse, aNote, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPicture, filesIn, testStorage } from '#tests/support/pictures.ts'

import { findOrder, listReceived } from './order-queries.server.ts'
import { type NewOrder, orderRules } from './purchase-rules.ts'
import { placeOrder } from './place-order.server.ts'

const { db } = await freshDatabase()
const seller = await aStore(db)
const buyer = await aStudent(db)

const order = (given: Record<string, unknown> = {}) =>
  ({
    key: crypto.randomUUID(),
    shownPaise: 26_000,
    name: 'Rina',
    phone: '9876543210',
    alternativePhone: '',
    quantity: 2,
    pin: '781001',
    address: 'Panbazar',
    ...given,
  }) as NewOrder

const courseOrder = (given: Record<string, unknown> = {}) => {
  const { quantity: _, pin: _pin, address: _address, ...rest } = order() as Record<string, unknown>
  return { ...rest, email: 'rina@puthi.example', ...given } as NewOrder
}

const aBookFor260 = (given: Parameters<typeof aBook>[2] = {}) =>
  aBook(db, seller, { sellingPricePaise: 26_000, ...given })

const allOrders = () => db.selectFrom('orders').selectAll().execute()

test('an order stores item, seller, buyer and price', async () => {
  const book = await aBookFor260({ name: 'Physics', publishYear: 2021 })
  const placed = await placeOrder(db, { postId: book.id, buyer, order: order() })
  if (typeof placed === 'string' || !('orderId' in placed)) throw new Error('not placed')
  await db.updateTable('posts').set({ name: 'Changed', sellingPricePaise: 1 }).where('id', '=', book.id).execute()
  expect(await findOrder(db, seller, placed.orderId)).toMatchObject({
    kind: 'book',
    itemName: 'Physics',
    authorName: 'H. C. Verma',
    publishYear: 2021,
    originalPricePaise: 49_500,
    sellingPricePaise: 26_000,
    pricePaise: 26_000,
    name: 'Rina',
    contact: null, // until the seller accepts
  })
  const [row] = await allOrders()
  expect(row).toMatchObject({ sellerId: seller.id, buyerId: buyer.id, quantity: 2, address: 'Panbazar' })
})

test('the price is computed from the post, with its discount, not taken from the browser', async () => {
  const note = await aNote(db, buyer, { pricePaise: 7_000, discount: 30 })
  const cheap = await placeOrder(db, { postId: note.id, buyer: seller, order: order({ shownPaise: 1 }) })
  expect(cheap).toEqual({ newPaise: 4_900 })
  const placed = await placeOrder(db, { postId: note.id, buyer: seller, order: order({ shownPaise: 4_900 }) })
  expect(placed).toHaveProperty('orderId')
  const { orders } = await listReceived(db, buyer, {})
  expect(orders).toMatchObject([{ kind: 'note', pricePaise: 4_900, quantity: 2 }])
})

test('an order is refused if the post was deleted or its price has changed', async () => {
  const before = (await allOrders()).length
  const book = await aBookFor260()
  await db.updateTable('posts').set({ sellingPricePaise: 30_000 }).where('id', '=', book.id).execute()
  expect(await placeOrder(db, { postId: book.id, buyer, order: order() })).toEqual({ newPaise: 30_000 })
  await db.deleteFrom('posts').where('id', '=', book.id).execute()
  expect(await placeOrder(db, { postId: book.id, buyer, order: order() })).toBe('gone')
  expect(await placeOrder(db, { postId: 'no id', buyer, order: order() })).toBe('gone')
  expect(await allOrders()).toHaveLength(before)
})

test('sellers cannot buy their own posts, and stores cannot buy courses', async () => {
  const mine = await aBook(db, buyer, { sellingPricePaise: 26_000 })
  expect(await placeOrder(db, { postId: mine.id, buyer, order: order() })).toBe('own')
  const ours = await aBookFor260()
  expect(await placeOrder(db, { postId: ours.id, buyer: seller, order: order() })).toBe('own')
  const course = await aCourse(db, buyer, { sellingPricePaise: 26_000 })
  expect(await placeOrder(db, { postId: course.id, buyer: seller, order: courseOrder() })).toBe('not for stores')
  const student = await aStudent(db)
  expect(await placeOrder(db, { postId: course.id, buyer: student, order: courseOrder() })).toHaveProperty('orderId')
})

test('a used key returns the same order, even if the post is deleted; with other content it is refused', async () => {
  const book = await aBookFor260()
  const sent = order()
  const first = await placeOrder(db, { postId: book.id, buyer, order: sent })
  await db.deleteFrom('posts').where('id', '=', book.id).execute()
  expect(await placeOrder(db, { postId: book.id, buyer, order: sent })).toEqual(first)
  const others = [{ quantity: 3 }, { name: 'Mina' }, { address: 'Fancy Bazar' }, { alternativePhone: '9876543211' }]
  for (const other of others) {
    const changed = { ...sent, ...other } as NewOrder
    expect(await placeOrder(db, { postId: book.id, buyer, order: changed })).toBe('differs')
  }
  expect(await placeOrder(db, { postId: book.id, buyer: await aStudent(db), order: sent })).toBe('differs')
  const another = await aBookFor260()
  expect(await placeOrder(db, { postId: another.id, buyer, order: sent })).toBe('differs')
})

test('1,000 submissions with 100 keys, 20 at a time, make exactly 100 orders, with equal answers for equal keys', async () => {
  const book = await aBookFor260()
  const keys = Array.from({ length: 100 }, () => crypto.randomUUID())
  const sent = Array.from({ length: 1_000 }, (_, n) => keys[Math.floor(n / 10)]!) // equal keys are concurrent
  const atOnce = bounded(20)
  const answers = await Promise.all(
    sent.map((key) => atOnce(() => placeOrder(db, { postId: book.id, buyer, order: order({ key }) }))),
  )
  const placed = await db.selectFrom('orders').select(['id', 'key']).where('postId', '=', book.id).execute()
  expect(placed).toHaveLength(100)
  const idOf = new Map(placed.map(({ key, id }) => [key, id]))
  expect(answers).toEqual(sent.map((key) => ({ orderId: idOf.get(key) })))
})

test('deleting a post keeps the pictures that an order shows and removes the others', async () => {
  const storage = testStorage()
  const picturesOf = async () => {
    const [picture1, picture2] = [await aPendingPicture(db, storage), await aPendingPicture(db, storage)]
    await db.updateTable('files').set({ takenAt: new Date() }).where('key', 'in', [picture1, picture2]).execute()
    return { picture1, picture2 }
  }
  const [bought, other] = [await aBookFor260(await picturesOf()), await aBookFor260(await picturesOf())]
  await placeOrder(db, { postId: bought.id, buyer, order: order() })
  await deletePost(db, storage, seller, bought.id)
  await deletePost(db, storage, seller, other.id)
  expect(filesIn(storage.folder)).toContain(bought.picture1)
  expect(filesIn(storage.folder)).toContain(bought.picture2)
  expect(filesIn(storage.folder)).not.toContain(other.picture1)
})

test('only the seller sees an order; orders are listed newest first, page by page', async () => {
  const store = await aStore(db)
  const book = await aBook(db, store, { sellingPricePaise: 26_000 })
  for (let n = 1; n <= 26; n++) {
    await placeOrder(db, { postId: book.id, buyer, order: order({ name: `Buyer ${n}` }) })
  }
  const page = await listReceived(db, store, {})
  expect(page.orders.map(({ name }) => name)).toEqual(Array.from({ length: 24 }, (_, n) => `Buyer ${26 - n}`))
  const older = await listReceived(db, store, { before: page.next })
  expect([older.orders.map(({ name }) => name), older.next]).toEqual([['Buyer 2', 'Buyer 1'], null])
  for (const stranger of [buyer, seller]) {
    expect((await listReceived(db, stranger, {})).orders.map(({ name }) => name)).not.toContain('Buyer 1')
    expect(await findOrder(db, stranger, page.orders[0]!.id)).toBe(null)
  }
  expect(await findOrder(db, store, 'no id')).toBe(null)
})

const formOf = (given: Record<string, string>) => {
  const form = new FormData()
  const fields = { ...order({ quantity: '2', shownPaise: '26000' }), ...given }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return readForm(orderRules('book'), form)
}

test('what a form says of price, seller, buyer, kind and total changes nothing', async () => {
  const other = await aStudent(db)
  const book = await aBookFor260()
  const forged = { price: '1', pricePaise: '1', total: '1', kind: 'novel', sellerId: other.id, buyerId: other.id }
  const reading = formOf(forged)
  if (!reading.ok) throw new Error('refused')
  expect(await placeOrder(db, { postId: book.id, buyer, order: reading.values })).toHaveProperty('orderId')
  const orders = await db.selectFrom('orders').selectAll().where('postId', '=', book.id).execute()
  expect(orders).toMatchObject([
    { kind: 'book', pricePaise: 26_000, quantity: 2, sellerId: seller.id, buyerId: buyer.id },
  ])
})

test.for([
  [{ pin: '012345' }, 'pin', 'PIN is 6 digits, and does not begin with 0'],
  [{ pin: '7810' }, 'pin', 'PIN is 6 digits, and does not begin with 0'],
  [{ quantity: '0' }, 'quantity', 'Quantity is 1 to 99'],
  [{ quantity: '100' }, 'quantity', 'Quantity is 1 to 99'],
  [{ quantity: '1.5' }, 'quantity', 'Quantity is 1 to 99'],
  [{ phone: '12345' }, 'phone', 'Please enter a valid 10-digit phone number'],
  [{ alternativePhone: '12345' }, 'alternativePhone', 'Please enter a valid 10-digit phone number'],
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ address: '' }, 'address', 'Address is required'],
] as const)('%o is refused', ([wrong, field, message]) => {
  const reading = formOf(wrong)
  expect(reading.ok ? {} : reading.errors).toEqual({ [field]: message })
})
