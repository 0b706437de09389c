import { tell } from '#app/notices/tell.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, test } from '#tests/support/browser.ts'
import { fillOrder, unique } from '#tests/support/fill.ts'

test('notices beyond the first page are read, and all are marked at once', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  for (let n = 1; n <= 30; n++) await tell(db, student.id, { event: 'new log-in', detail: `Browser ${n}` })
  await signIn(student)
  await page.goto('/')
  await page.getByRole('link', { name: 'Notices, 30 unread' }).click()
  const notices = page.getByRole('region', { name: 'Notices' }).getByRole('listitem')
  await expect(notices).toHaveCount(24)
  await expect(notices.first()).toContainText('Browser 30')
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Older notices' }).click()
  await expect(notices).toHaveCount(6)
  await notices.filter({ hasText: 'Browser 1.' }).getByRole('link').click()
  await expect(page).toHaveURL('/account/security')
  await expect(page.getByRole('link', { name: 'Notices, 29 unread' })).toBeVisible()
  await page.goBack()
  await expect(notices.filter({ hasText: 'Browser 1.' })).not.toContainText('Unread')
  await page.getByRole('button', { name: 'Mark all as read' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
})

test('who has no notices reads what comes here, and each switch is kept at once', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  await signIn(student)
  await page.goto('/notices')
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible()
  const comments = page.getByRole('checkbox', { name: 'Comments and answers: app' })
  await comments.focus()
  await page.keyboard.press('Space')
  const kept = () =>
    db
      .selectFrom('noticeSettings')
      .select('isOn')
      .where('accountId', '=', student.id)
      .where('kind', '=', 'comments')
      .where('way', '=', 'app')
      .executeTakeFirst()
  await expect.poll(kept).toEqual({ isOn: false })
  await page.reload()
  await expect(comments).not.toBeChecked()
  await expect(page.getByRole('row', { name: /^Account/ }).getByText('Always on')).toHaveCount(2)
  await expect(page.getByText('No mail can be sent from here yet.')).toBeVisible()
})

test.describe('in a private window', () => {
  test.use({ provoked: /does not support the Push API in incognito mode/ })

  test('push is asked for when its button is pressed, and not before', async ({ page, db, signIn }) => {
    const student = await aStudent(db)
    await signIn(student)
    // This browser denies notifications by itself, and has no push service: what is asked of it is seen all the same.
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', {
        get: () => document.documentElement.dataset.allowed ?? 'default',
      })
      Notification.requestPermission = () => {
        document.documentElement.dataset.allowed = 'granted'
        return Promise.resolve('granted')
      }
    })
    await page.goto('/notices')
    await expect(page.getByText('Push is off in this browser.')).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-allowed')
    await page.getByRole('button', { name: 'Turn on push' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-allowed', 'granted')
    await expect(page.getByText('Push could not be turned on.')).toBeVisible()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)).toContain(
      '/push-worker.js',
    )
    expect(await axe(page)).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the address of a purchase is remembered, changed, and forgotten', async ({ page, db, signIn }) => {
    const [seller, student] = [await aStudent(db), await aStudent(db)]
    const book = await aBook(db, seller, { name: unique('Physics') })
    await signIn(student)
    const openBuy = async () => {
      await page.goto(`/posts/${book.id}`)
      await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).click()
    }
    await page.goto('/profile')
    await page.getByRole('link', { name: 'Address for purchases' }).click()
    await expect(page.getByLabel('Address')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Forget this address' })).toHaveCount(0)
    await openBuy()
    await fillOrder(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await closeSuccess(page, 'Book purchased successfully!')

    await page.goto('/account/address')
    await expect(page.getByLabel('PIN')).toHaveValue('781001')
    await page.getByLabel('PIN').fill('12')
    await page.getByLabel('Address').fill('A house in Jorhat')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('PIN is 6 digits, and does not begin with 0')).toBeVisible()
    await page.getByLabel('PIN').fill('785001')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your address is saved.')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.evaluate(() => sessionStorage.clear()) // as in a new tab
    await openBuy()
    const dialog = page.getByRole('dialog', { name: 'Buy' })
    await expect(dialog.getByLabel('PIN')).toHaveValue('785001')
    await expect(dialog.getByLabel('Address')).toHaveValue('A house in Jorhat')

    await page.goto('/account/address')
    await page.getByRole('button', { name: 'Forget this address' }).click()
    await expect(page.getByText('Your address is forgotten.')).toBeVisible()
    await expect(page.getByLabel('PIN')).toHaveValue('')
  })
})
