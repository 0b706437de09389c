import { aStudent } from '#database/makers.ts'
import { axe, expect, phone, test } from '#tests/support/browser.ts'

test('the home page hydrates without a word on the console and axe finds nothing', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pass the book on.')
  await page.getByRole('link', { name: 'Contact Us' }).first().click() // client-side navigation
  await expect(page).toHaveURL('/ContactUs')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle('Contact Us · Puthi')
  await page.goBack()
  await expect(page).toHaveTitle('Puthi · books, novels, notes and courses for students in Assam')
  expect(await axe(page)).toEqual([])
})

test('an address that does not exist shows a page of the product', async ({ page }) => {
  const response = await page.goto('/no/such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not on the shelf.')
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a page of the stores is not there for a student, who stays in the own frame', async ({ page, db, signIn }) => {
  await signIn(await aStudent(db))
  const response = await page.goto('/orderlist')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('This page is not on the shelf. · Puthi')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page).toHaveTitle('Orders · Puthi')
})

test('a student who is signed in is offered Logout, and is a visitor afterwards', async ({ page, db, signIn }) => {
  await signIn(await aStudent(db))
  await page.goto('/')
  await page.getByText('Student', { exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.getByText('Student', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Student Login' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the navigation folds into a menu, and nothing is wider than the screen', async ({ page }) => {
    await page.goto('/')
    await page.getByText('Menu', { exact: true }).click()
    await expect(page.getByRole('link', { name: 'Contact Us' }).first()).toBeVisible()
    expect(await axe(page)).toEqual([])
  })

  test('the bottom bar stays on all pages of a student', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    const pages = ['AlterBooksAndNovels', 'CreateBooksAndNovels', 'CreateCourseAndNotes', 'userOrders', 'account']
    for (const address of [...pages, 'ContactUs', 'no-such-page']) {
      await page.goto(`/${address}`)
      const bar = page.getByRole('navigation', { name: 'Browse' })
      await expect(bar.getByRole('link')).toHaveText(['Home', 'Books', 'Novels', "Note's", 'Courses'])
      await expect(bar).toBeInViewport()
      const end = page.getByRole('contentinfo').getByRole('link').last()
      await end.scrollIntoViewIfNeeded()
      await end.click({ trial: true }) // fails if anything covers the link
    }
    expect(await axe(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Browse' }).getByRole('link', { name: 'Books' }).click()
    await expect(page.getByRole('tab', { name: 'Books' })).toHaveAttribute('aria-selected', 'true')
  })
})
