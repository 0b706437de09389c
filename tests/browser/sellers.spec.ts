import type { Kysely } from 'kysely'

import type { Tables } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aNote, aNovel, aStore, aStudent, madeAt, makersPassword } from '#database/makers.ts'
import { axe, closeSuccess, expect, openTab, phone, test } from '#tests/support/browser.ts'
import { fillOrder, unique } from '#tests/support/fill.ts'

/** Books of one seller, the oldest first: the first one is the 13th of the list. */
async function thirteenBooks(db: Kysely<Tables>, seller: { id: string }) {
  const books = []
  for (let n = 0; n < 13; n++) books.push(await aBook(db, seller, { name: unique('Biology') }))
  return books
}

const aStoreSince2025 = (db: Kysely<Tables>) =>
  aStore(db, { ...madeAt(new Date('2025-03-09T10:00:00Z')), name: unique('Luit Pustak'), address: 'Garali, Jorhat' })

test.describe('on a phone', () => {
  test.use(phone)

  test('a visitor goes from a book to its store, loads more, and buys there after the log-in', async ({ page, db }) => {
    const store = await aStoreSince2025(db)
    const [oldest, ...others] = await thirteenBooks(db, store)
    const buyer = await aStudent(db)
    await page.goto(postPath(others.at(-1)!))
    await page.getByRole('link', { name: store.name }).click()
    await expect(page).toHaveURL(`/sellers/${store.id}`)
    await expect(page).toHaveTitle(`${store.name} · Puthi`)
    await expect(page.getByRole('heading', { level: 1, name: store.name })).toBeVisible()
    await expect(page.getByText('Book store · Kamrup · since March 2025')).toBeVisible()
    await expect(page.getByText('Garali, Jorhat')).toBeVisible()
    await expect(page.getByRole('link', { name: store.phone })).toHaveAttribute('href', `tel:+91${store.phone}`)
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    expect(await axe(page)).toEqual([])

    await expect(page.getByRole('article')).toHaveCount(12)
    await page.getByRole('button', { name: 'Load More' }).click()
    const card = page.getByRole('article', { name: oldest!.name })
    await card.getByRole('button', { name: 'Buy' }).click()
    await expect(page.getByText(`Log in to buy ${oldest!.name}`)).toBeVisible()
    await page.getByLabel('Phone Number').fill(buyer.phone)
    await page.getByLabel('Password').fill(makersPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await closeSuccess(page, 'Login Successful')
    await fillOrder(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await closeSuccess(page, 'Book purchased successfully!')
    await expect(page).toHaveURL('/purchases')
    const orders = await db.selectFrom('orders').select('buyerId').where('postId', '=', oldest!.id).execute()
    expect(orders).toEqual([{ buyerId: buyer.id }])
  })
})

test('the kinds that a seller has are tabs, and the 13th book is commented on and bought by keyboard', async ({
  page,
  db,
  signIn,
}) => {
  const store = await aStoreSince2025(db)
  const [oldest] = await thirteenBooks(db, store)
  const novel = await aNovel(db, store, { name: unique('Mrityunjay') })
  await signIn(await aStudent(db))
  await page.goto(`/sellers/${store.id}`)
  await expect(page.getByRole('tab')).toHaveText(['Books', 'Novels'])
  await openTab(page, 'Novels')
  await expect(page).toHaveURL(`/sellers/${store.id}?tab=novels`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: novel.name })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Books' })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: 'Load More' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: oldest!.name })).toBeFocused()
  await expect(page.getByText('13 books shown. That is all for now.')).toBeVisible()
  const card = page.getByRole('article', { name: oldest!.name })
  await card.getByRole('button', { name: 'Comment' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /Comments/ })
  await dialog.getByLabel('Comment', { exact: true }).fill('Is it there?')
  await page.keyboard.press('Enter')
  await closeSuccess(page, 'Comment added successfully!')
  await expect(dialog).toBeHidden()
  await card.getByRole('button', { name: 'Buy' }).press('Enter')
  await fillOrder(page)
  await page.getByRole('dialog', { name: 'Buy' }).getByRole('button', { name: 'Place Order' }).press('Enter')
  await closeSuccess(page, 'Book purchased successfully!')
  await expect(page).toHaveURL(`/sellers/${store.id}?tab=books`)
  const { postId } = await db.selectFrom('orders').select('postId').where('sellerId', '=', store.id).executeTakeFirstOrThrow() // prettier-ignore
  expect(postId).toBe(oldest!.id)
  await page.evaluate(() => window.scrollTo(0, 0)) // the header covers parts of the buttons below it
  expect(await axe(page)).toEqual([])
})

test('a student is shown with the college and without contacts, and notes can be previewed', async ({ page, db }) => {
  const student = await aStudent(db, { name: unique('Rina'), collegeName: 'Cotton University' })
  const note = await aNote(db, student, { name: unique('Optics') })
  const answer = await page.goto(`/sellers/${student.id}`)
  const html = await answer!.text()
  for (const secret of [student.phone, student.email]) expect(html).not.toContain(secret)
  await expect(page.getByText('Student · Cotton University · since')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: "Note's" })).toBeVisible()
  await page.getByRole('article', { name: note.name }).getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog', { name: note.name })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/sellers/${student.id}`)
})

test('a seller without posts says so, the own page has Edit, and who does not exist has no page', async ({
  page,
  db,
  signIn,
}) => {
  const student = await aStudent(db, { name: unique('Rina') })
  await page.goto(`/sellers/${student.id}`)
  await expect(page.getByText(`${student.name} has no posts at the moment.`)).toBeVisible()
  expect(await axe(page)).toEqual([])
  const book = await aBook(db, student)
  await page.reload() // from the page cache
  await expect(page.getByRole('article', { name: book.name })).toBeVisible()

  await signIn(student)
  await page.goto(`/sellers/${student.id}`)
  const card = page.getByRole('article', { name: book.name })
  await expect(card.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0)
  for (const id of [newId(), 'no-id', student.id.toUpperCase()]) {
    expect((await page.goto(`/sellers/${id}`))!.status()).toBe(404)
  }
})

test.describe('without a connection', () => {
  test.use({ provoked: /ERR_FAILED/ })
  test('Load More says so, the list stays, and the next try loads it', async ({ page, db, signIn }) => {
    const store = await aStore(db)
    const [oldest] = await thirteenBooks(db, store)
    await signIn(await aStudent(db))
    await page.goto(`/sellers/${store.id}`)
    await page.route('**/sellers/*.data*', (route) => route.abort())
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByText('No connection. Please try again.')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(12)
    await page.unroute('**/sellers/*.data*')
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByRole('article', { name: oldest!.name })).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('Load More opens the older books, and the 13th can be bought', async ({ page, db, signIn }) => {
    const store = await aStore(db)
    const [oldest] = await thirteenBooks(db, store)
    await aNovel(db, store)
    await signIn(await aStudent(db))
    await page.goto(`/sellers/${store.id}`)
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('article', { name: oldest!.name }).getByRole('button', { name: 'Buy' }).click()
    const main = page.getByRole('main')
    await expect(main).toContainText(oldest!.name)
    await fillOrder(page)
    await main.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByText('Book purchased successfully!')).toBeVisible()
    await expect(page).toHaveURL('/purchases?bought=book')
    await expect(page.getByRole('article', { name: oldest!.name })).toBeVisible()
  })
})
