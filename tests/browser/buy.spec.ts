import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { buyPath, commentsPath } from '#app/access/paths.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aCourse, anOrder, aNote, aNovel, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone as onPhone, test } from '#tests/support/browser.ts'
import { fillOrder, unique } from '#tests/support/fill.ts'
import { jpeg } from '#tests/support/pictures.ts'

/** Uploads a picture and marks it as taken: only taken pictures are served, and the order is to show it. */
async function aPicture(page: Page, db: Kysely<Tables>) {
  const headers = { Origin: new URL(page.url()).origin }
  const sent = await page.request.post('/uploads/picture?folder=Bookstores&name=a.jpg', {
    data: await jpeg(40, 30),
    headers,
  })
  const { key } = (await sent.json()) as { key: string }
  await db.updateTable('files').set({ takenAt: new Date() }).where('key', '=', key).execute()
  return key
}

const item = (page: Page, name: string) => page.getByRole('article', { name })
const buyDialog = (page: Page) => page.getByRole('dialog', { name: 'Buy' })

test('a visitor logs in and comes back to the same item, buys it, and the seller finds the order', async ({
  page,
  db,
  signIn,
  context,
}) => {
  const seller = await aStudent(db)
  const buyer = await aStudent(db)
  const name = unique('Concepts of Physics')
  await page.goto('/')
  const pictures = { picture1: await aPicture(page, db), picture2: await aPicture(page, db) }
  await aBook(db, seller, { name, sellingPricePaise: 26_000, publishYear: 2021, ...pictures })
  await page.goto('/?tab=books')
  await item(page, name).getByRole('button', { name: 'Buy' }).click()
  await expect(page).toHaveURL(/\/login\?.*to=/)
  await page.getByLabel('Phone Number').fill(buyer.phone)
  await page.getByLabel('Password').fill(makersPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await closeSuccess(page, 'Login Successful')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Buy' })).toBeVisible()
  await expect(main).toContainText(name)
  await expect(main.getByLabel('Name')).toHaveValue(buyer.name)
  await expect(main.getByLabel('Phone', { exact: true })).toHaveValue(buyer.phone)
  await expect(main.getByLabel('Quantity')).toHaveValue('1')
  expect(await axe(page)).toEqual([])

  await main.getByRole('button', { name: 'Place Order' }).click()
  await expect(main.getByText('PIN is 6 digits')).toBeVisible()
  await expect(main.getByText('Address is required')).toBeVisible()
  await main.getByLabel('Quantity').fill('')
  await expect(main).toContainText('Total, 1 × ₹260')
  await fillOrder(page, { quantity: '2' })
  await expect(main).toContainText('Total, 2 × ₹260')
  await expect(main).toContainText('₹520')
  await main.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, 'Book purchased successfully!')
  await expect(page).toHaveURL('/purchases')
  await expect(item(page, name)).toContainText('₹520')

  await context.clearCookies()
  await signIn(seller)
  await page.goto('/userOrders')
  const order = page.getByRole('article', { name })
  await expect(order).toContainText('Book Name')
  await expect(order).toContainText('Rina')
  await expect(order).toContainText('781001')
  await expect(order).toContainText('₹260')
  await expect(order).toContainText('₹520')
  expect(await axe(page)).toEqual([])
  await order.getByRole('button', { name }).click()
  const detail = page.getByRole('dialog', { name })
  const facts = ['H. C. Verma', 'Good(used)', 'Class XI', 'rs 260', '₹495', '2021']
  for (const words of [...facts, 'Phone and address show after you accept.']) await expect(detail).toContainText(words)
  await expect(detail).not.toContainText('9876543210')
  await expect(detail).not.toContainText('Panbazar')
  await detail.getByRole('button', { name: 'Close' }).first().click()
  await order.getByRole('button', { name: 'Accept' }).click()
  await expect(order).toContainText('Accepted. Meet the buyer')
  await order.getByRole('button', { name }).click()
  for (const words of ['9876543210', '9876543211', 'Panbazar, Guwahati']) await expect(detail).toContainText(words)
  await expect(detail.getByRole('link', { name: '9876543210' })).toHaveAttribute('href', 'tel:+919876543210')
  await expect(detail.locator('img')).toHaveCount(2)
  expect(await axe(page, 'dialog')).toEqual([])
  await detail.getByRole('button', { name: 'Close' }).first().click()
  await expect(detail).toBeHidden()
})

test('a student buys a novel, a note and a course; the seller sees each as its kind', async ({
  page,
  db,
  signIn,
  context,
}) => {
  const seller = await aStudent(db)
  const buyer = await aStudent(db)
  const [novel, note, course] = [unique('Mrityunjay'), unique('Optics'), unique('Spoken English')]
  await page.goto('/')
  const picture1 = await aPicture(page, db)
  await aNovel(db, seller, { name: novel, sellingPricePaise: 14_000, authorName: '', picture1 })
  await aNote(db, seller, { name: note, discount: 30 })
  await aCourse(db, seller, { name: course, pricePaise: 29_900 })
  await signIn(buyer)
  for (const [tab, name, text] of [
    ['novels', novel, 'Novel purchased successfully!'],
    ['notes', note, 'Note purchased successfully!'],
  ] as const) {
    await page.goto(`/?tab=${tab}`)
    await item(page, name).getByRole('button', { name: 'Buy' }).click()
    await fillOrder(page)
    await buyDialog(page).getByRole('button', { name: 'Place Order' }).click()
    await closeSuccess(page, text)
    await expect(buyDialog(page)).toBeHidden()
    await expect(page).toHaveURL(`/?tab=${tab}`)
  }
  await page.goto('/?tab=courses')
  await item(page, course).getByRole('button', { name: 'Buy' }).click()
  const dialog = buyDialog(page)
  await expect(dialog.getByLabel('PIN')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await expect(dialog.getByText('Please enter a valid e-Mail address')).toBeVisible()
  await dialog.getByLabel('Email').fill('rina@puthi.example')
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, 'Course purchased successfully!')

  await context.clearCookies()
  await signIn(seller)
  await page.goto('/userOrders')
  await expect(item(page, course)).toContainText('Course Name')
  await expect(item(page, course)).toContainText('r***a@puthi.example')
  await expect(item(page, course)).toContainText('₹299')
  await expect(item(page, note)).toContainText('Note Name')
  await expect(item(page, note)).toContainText('₹49')
  await item(page, novel).getByRole('button', { name: novel }).click()
  const detail = page.getByRole('dialog', { name: novel })
  await expect(detail).toContainText('Novel Name')
  await expect(detail).toContainText('N/A')
  await expect(detail).toContainText('A story.')
  await expect(detail.locator('img')).toHaveCount(1)
})

test('older orders are a page away, and the newest again', async ({ page, db, signIn }) => {
  const seller = await aStudent(db)
  const { id: postId } = await aBook(db, seller)
  for (let n = 1; n <= 25; n++) await anOrder(db, { postId, sellerId: seller.id, itemName: `Sold ${n}` })
  await signIn(seller)
  await page.goto('/userOrders')
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Older orders' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Sold 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('article', { name: 'Sold 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Newest orders' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)
})

test('a store buys in the marketplace, but no courses, and sees its own orders', async ({
  page,
  db,
  signIn,
  context,
}) => {
  const [store, seller, student] = [await aStore(db), await aStore(db), await aStudent(db)]
  const [book, course] = [unique('Indian Polity'), unique('Course')]
  await aBook(db, seller, { name: book, sellingPricePaise: 55_000 })
  const { id } = await aCourse(db, student, { name: course })
  await signIn(store)
  await page.goto('/market?tab=courses')
  await expect(item(page, course).getByRole('button', { name: 'Preview' })).toBeVisible()
  await expect(item(page, course).getByRole('button', { name: 'Buy' })).toHaveCount(0)
  await expect(item(page, course).getByRole('button', { name: 'Comment' })).toHaveCount(0)
  for (const deal of [buyPath(id), commentsPath(id)]) {
    const answer = await page.request.get(deal, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([302, expect.stringContaining('/login?to=')])
  }
  await page.goto('/market')
  await item(page, book).getByRole('button', { name: 'Buy' }).click()
  await fillOrder(page)
  await buyDialog(page).getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, 'Book purchased successfully!')

  await context.clearCookies()
  await signIn(seller)
  await page.goto('/orderlist')
  await expect(item(page, book)).toContainText('₹550')
  await context.clearCookies()
  await signIn(store)
  await page.goto('/orderlist')
  await expect(page.getByText('No orders found')).toBeVisible()
})

test('a price that changed and a post that went are said before anything is ordered', async ({ page, db, signIn }) => {
  const seller = await aStudent(db)
  const book = await aBook(db, seller, { name: unique('Physics'), sellingPricePaise: 26_000 })
  await signIn(await aStudent(db))
  await page.goto('/?tab=books')
  await item(page, book.name).getByRole('button', { name: 'Buy' }).click()
  await fillOrder(page)
  await db.updateTable('posts').set({ sellingPricePaise: 30_000 }).where('id', '=', book.id).execute()
  const dialog = buyDialog(page)
  const place = dialog.getByRole('button', { name: 'Place Order' })
  await place.click()
  await expect(dialog.getByRole('alert')).toContainText('The price has changed: it is ₹300 now.')
  await expect(dialog).toContainText('Total, 1 × ₹300')
  await expect(dialog.getByLabel('Address')).toHaveValue('Panbazar, Guwahati')
  await db.deleteFrom('posts').where('id', '=', book.id).execute()
  await place.click()
  await expect(dialog.getByRole('alert')).toContainText('The seller has deleted this post. Nothing was ordered.')
  expect(await db.selectFrom('orders').select('id').where('postId', '=', book.id).execute()).toEqual([])
})

test('nobody buys from himself', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const own = await aBook(db, student, { name: unique('Mine') })
  await signIn(student)
  await page.goto(buyPath(own.id)) // by URL: the card of an own post offers Edit in place of Buy
  await expect(page).toHaveURL(postPath(own))
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a student buys, and the seller reads the order', async ({ page, db, signIn, context }) => {
    const seller = await aStudent(db)
    const name = unique('Plain')
    await page.goto('/')
    const pictures = { picture1: await aPicture(page, db), picture2: await aPicture(page, db) }
    await aBook(db, seller, { name, ...pictures })
    await signIn(await aStudent(db))
    await page.goto('/?tab=books')
    await item(page, name).getByRole('button', { name: 'Buy' }).click()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Place Order' }).click()
    await expect(main.getByText('Address is required')).toBeVisible()
    await fillOrder(page, { quantity: '3' })
    await main.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Book purchased successfully!' })).toBeVisible()

    await context.clearCookies()
    await signIn(seller)
    await page.goto('/userOrders')
    await expect(item(page, name)).toContainText('₹1,485')
    await item(page, name).getByLabel('I send it by post').check()
    await item(page, name).getByRole('button', { name: 'Accept' }).click()
    await expect(item(page, name)).toContainText('Accepted. Send it')
    await item(page, name).getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name })).toContainText('Panbazar, Guwahati')
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the dialogs fit, and Back closes them', async ({ page, db, signIn }) => {
    const seller = await aStudent(db)
    const name = `${unique('Long')} ${'name '.repeat(30)}`.trim()
    await aBook(db, seller, { name, sellingPricePaise: 12_345_650, pricePaise: 15_000_000 })
    await signIn(await aStudent(db))
    await page.goto('/?tab=books')
    await item(page, name).getByRole('button', { name: 'Buy' }).click()
    await expect(buyDialog(page).getByRole('button', { name: 'Place Order' })).toBeInViewport()
    expect(await axe(page, 'dialog')).toEqual([])
    await page.goBack()
    await expect(buyDialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/\?tab=books$/)
  })
})
