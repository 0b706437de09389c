import type { Locator, Page } from '@playwright/test'

import { buyPath } from '#app/access/paths.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { closeSuccess, expect, isTakenOver, test } from '#tests/support/browser.ts'
import { fillOrder, unique } from '#tests/support/fill.ts'

// Orders that people begin and leave, and connections that are lost meanwhile.

const item = (page: Page, name: string) => page.getByRole('article', { name })
const buyDialog = (page: Page) => page.getByRole('dialog', { name: 'Buy' })

test('Back and a reload keep what was typed; the next purchase knows the buyer', async ({ page, db, signIn }) => {
  const seller = await aStudent(db)
  const [first, second] = [
    await aBook(db, seller, { name: unique('One') }),
    await aBook(db, seller, { name: unique('Two') }),
  ]
  await signIn(await aStudent(db))
  await page.goto('/?tab=books')
  const dialog = buyDialog(page)
  const open = (name: string) => item(page, name).getByRole('button', { name: 'Buy' }).click()
  await open(first.name)
  await fillOrder(page, { quantity: '3' })
  await dialog.getByLabel('Phone', { exact: true }).fill('+91 98640 00000')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await open(first.name)
  await expect(dialog.getByLabel('Address')).toHaveValue('Panbazar, Guwahati')
  await expect(dialog).toContainText('Total, 3 ×')
  await page.reload() // the page of buying itself
  await expect(page).toHaveURL(buyPath(first.id))
  await expect(buyDialog(page)).toHaveCount(0)
  await expect(page.getByLabel('PIN')).toHaveValue('781001')
  await expect(page.getByLabel('Name')).toHaveValue('Rina')
  await expect(page.getByLabel('Quantity')).toHaveValue('3')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, 'Book purchased successfully!')
  expect(await db.selectFrom('orders').select(['phone', 'quantity']).where('postId', '=', first.id).execute()).toEqual([
    { phone: '9864000000', quantity: 3 },
  ])
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('puthi-order-draft'))).toBeNull()

  const expectKnown = async (form: Locator) => {
    await expect(form.getByLabel('Address')).toHaveValue('Panbazar, Guwahati')
    await expect(form.getByLabel('Name')).toHaveValue('Rina')
    await expect(form.getByLabel('Phone', { exact: true })).toHaveValue('9864000000')
    await expect(form.getByLabel('Alternative Phone')).toHaveValue('9876543211')
    await expect(form.getByLabel('PIN')).toHaveValue('781001')
    await expect(form.getByLabel('Quantity')).toHaveValue('1')
  }
  await page.goto(buyPath(second.id))
  await expectKnown(page.getByRole('main'))
  await page.goto('/?tab=books')
  await open(second.name)
  await expectKnown(dialog)
  await dialog.getByLabel('Quantity').fill('2')
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, 'Book purchased successfully!')
  await open(second.name)
  await expectKnown(dialog)
})

test('what somebody typed is nobody else’s, and gone after the log-out', async ({ page, db, signIn }) => {
  const book = await aBook(db, await aStudent(db), { name: unique('Shared') })
  await signIn(await aStudent(db))
  await page.goto(buyPath(book.id))
  await fillOrder(page)
  await signIn(await aStudent(db))
  await page.reload()
  await page.waitForFunction(isTakenOver)
  await expect(page.getByLabel('Address')).toHaveValue('')
  await page.getByLabel('Address').fill('Jorhat')
  await page.goto('/account')
  await page.getByText('Student', { exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('puthi-order-draft'))).toBeNull()
})

test.describe('when the connection is lost on a page just opened', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch|ERR_INTERNET_DISCONNECTED/ })

  test('a dialog opens without the network', async ({ page, db, signIn, context }) => {
    const seller = await aStudent(db)
    const { name: first } = await aBook(db, seller, { name: unique('Biology') })
    const { name } = await aBook(db, seller, { name: unique('Physics') })
    await signIn(await aStudent(db))
    await page.goto('/?tab=books')
    await item(page, first).getByRole('button', { name: 'Buy' }).click() // loads the dialog's script
    await expect(buyDialog(page)).toContainText(first)
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await item(page, name).getByRole('button', { name: 'Buy' }).click()
    await expect(buyDialog(page)).toContainText(name)
    await page.keyboard.press('Escape')
    await expect(buyDialog(page)).toBeHidden()
    await expect(item(page, name).getByRole('button', { name: 'Buy' })).toBeFocused()
  })

  test('a dialog whose script does not come says so, and opens once it does', async ({ page, db, signIn }) => {
    const { name } = await aBook(db, await aStudent(db), { name: unique('Physics') })
    await signIn(await aStudent(db))
    const away = /assets\/buy-dialog|healthz/
    await page.route(away, (route) => route.abort())
    await page.goto('/?tab=books')
    await item(page, name).getByRole('button', { name: 'Buy' }).click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('No connection. Please try again.')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL('/?tab=books')
    await page.unroute(away)
    await item(page, name).getByRole('button', { name: 'Buy' }).click()
    await expect(page.getByRole('main').getByRole('heading', { name: 'Buy' })).toBeVisible() // its page, reloaded
    await expect(page.getByRole('main')).toContainText(name)
  })

  test('a visitor who presses Buy stays on the page', async ({ page, db, context }) => {
    const { name } = await aBook(db, await aStudent(db), { name: unique('Physics') })
    const buy = item(page, name).getByRole('button', { name: 'Buy' })
    const stays = page.getByText('No connection. This page stays as it is')
    await page.goto('/?tab=books', { waitUntil: 'commit' })
    await expect(buy).toBeVisible()
    await page.waitForLoadState()
    await context.setOffline(true)
    await buy.click() // before hydration: the page's script is not loaded
    await expect(stays).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await page.mouse.wheel(0, 10)
    await page.waitForFunction(isTakenOver)
    await context.setOffline(true)
    await buy.click()
    await expect(stays).toBeVisible()
    await page.getByRole('link', { name: 'Contact Us' }).click()
    await expect(page).toHaveURL('/?tab=books')
    await context.setOffline(false)
    await buy.click()
    await expect(page.getByText(`Log in to buy ${name}`)).toBeVisible()
  })
})

test.describe('over a bad connection', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch/ })

  test('an order whose answer was lost is placed once', async ({ page, db, signIn }) => {
    const book = await aBook(db, await aStudent(db), { name: unique('Physics') })
    await signIn(await aStudent(db))
    await page.goto('/?tab=books')
    await item(page, book.name).getByRole('button', { name: 'Buy' }).click()
    await fillOrder(page)
    // The server receives the order, but its response is lost.
    const sent = /buy\.data/
    await page.route(sent, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    const place = buyDialog(page).getByRole('button', { name: 'Place Order' })
    await place.click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('Failed to place order')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(buyDialog(page).getByLabel('Address')).toHaveValue('Panbazar, Guwahati')
    await page.unroute(sent)
    await place.click()
    await closeSuccess(page, 'Book purchased successfully!')
    expect(await db.selectFrom('orders').select('id').where('postId', '=', book.id).execute()).toHaveLength(1)
  })

  test('orders that do not arrive are none; the page says Loading... first', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/AlterBooksAndNovels')
    const answer = Promise.withResolvers<void>()
    await page.route(/userOrders\.data/, async (route) => {
      await answer.promise
      await route.abort()
    })
    await page.getByRole('link', { name: 'Orders' }).click()
    await expect(page.getByText('Loading...')).toBeVisible()
    answer.resolve()
    await expect(page.getByText('No orders found')).toBeVisible()
  })
})
