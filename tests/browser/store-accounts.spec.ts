import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { aStore, makersPassword } from '#database/makers.ts'
import {
  axe,
  closeSuccess,
  closeSuccessByKey,
  expect,
  isTakenOver,
  localStorageOf,
  phone as onPhone,
  test,
} from '#tests/support/browser.ts'
import { newPhone } from '#tests/support/fill.ts'

const asFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

/** A photograph as a phone takes it, more or less. */
const aJpeg = ({ width = 1600, height = 1200, color = '#8a7454' } = {}) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

async function fillSignUp(page: Page, phone: string) {
  await page.getByLabel('Book Store Name').fill('Lawyers Book Stall')
  await page.getByLabel('District').fill('Kamrup')
  await page.getByLabel('Address', { exact: true }).fill('Panbazar, Guwahati')
  await page.getByLabel('Email').fill('stall@puthi.example')
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Password').fill('secret1@')
  await page.getByLabel('Picture').setInputFiles(asFile('front.jpg', 'image/jpeg', await aJpeg()))
}

async function logIn(page: Page, phone: string, password: string) {
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

test('a store signs up with its picture, logs in, changes its profile, and logs out', async ({ page }) => {
  const phone = newPhone()
  await page.goto('/slogin')
  await page.getByRole('main').getByRole('link', { name: 'Book Store SignUp' }).click()
  await expect(page).toHaveURL('/sSignup')
  await fillSignUp(page, phone)
  const uploaded = page.waitForRequest((request) => request.url().includes('/uploads/picture'))
  await page.getByRole('button', { name: 'Sign Up' }).click()
  expect((await uploaded).headers()['content-type']).toBe('image/jpeg')
  await closeSuccess(page, 'Book Store Registered Successfully')
  await expect(page.getByRole('heading', { name: 'Store Login' })).toBeVisible() // the URL changes earlier

  await logIn(page, phone, 'secret1@')
  await closeSuccess(page, 'Login Successful')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Book Store Dashboard')).toBeVisible()
  const links = await page.getByRole('navigation').locator('a:visible, button:visible').allInnerTexts()
  expect(links.map((text) => text.trim())).toEqual([
    'My Posts',
    'Order List',
    'Upload Books/Novels',
    'My Profile',
    'Logout',
  ])
  for (const width of [1024, 1472, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(70) // one row
  }
  await expect
    .poll(() => localStorageOf(page))
    .toMatchObject({
      BookStoreName: 'Lawyers Book Stall',
      BookstoreId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })

  await expect(page.getByRole('heading', { name: 'Bookstore Profile' })).toBeVisible()
  const picture = page.getByRole('main').locator('img')
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await axe(page)).toEqual([])

  await expect(page.getByLabel('District')).not.toBeEditable()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('District').fill('Jorhat')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('District')).toHaveValue('Kamrup')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('District').fill('Jorhat')
  const before = await picture.getAttribute('src')
  await page.getByLabel('Picture').setInputFiles(asFile('new.jpg', 'image/jpeg', await aJpeg({ color: '#24364b' })))
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await closeSuccess(page, 'Data updated successfully!')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(page.getByLabel('District')).toHaveValue('Jorhat')
  await expect(page.getByLabel('District')).not.toBeEditable()
  await expect(picture).not.toHaveAttribute('src', before!)
  expect((await page.request.get(before!)).status()).toBe(404) // the old picture is deleted

  await page.evaluate(() => localStorage.setItem('theirOwn', 'goes'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Contact Us' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
})

test('every rule of the sign-up says so', async ({ page }) => {
  await page.goto('/sSignup')
  const signUp = page.getByRole('button', { name: 'Sign Up' })
  await page.getByLabel('Email').fill('stall')
  await page.getByLabel('Phone Number').fill('123')
  await page.getByLabel('Password').fill('secret')
  await signUp.click()
  await expect(page.getByRole('alert')).toHaveText('All fields, including the picture, must be filled out')
  await expect(page.getByLabel('Book Store Name')).toBeFocused()
  await expect(page.getByText('Please enter a valid e-Mail address')).toBeVisible()
  await expect(page.getByText('Please enter a valid 10-digit phone number')).toBeVisible()
  await expect(
    page.getByText('Password should be at least 6 characters long and contain both letters and numbers'),
  ).toBeVisible()
  expect(await axe(page)).toEqual([])

  await page.getByLabel('Password').fill('abc12@')
  await expect(page.getByText('Password should be at least 7 characters long')).toBeVisible()

  await fillSignUp(page, newPhone())
  await page.getByLabel('Picture').setInputFiles(asFile('front.png', 'image/png', Buffer.from('not a picture')))
  await signUp.click()
  await page.getByRole('alertdialog', { name: 'Error' }).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Only JPG, JPEG, and PNG formats are allowed')).toBeVisible()
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Panbazar, Guwahati')
})

test('a store log-in wants 7 characters and says nothing of what was wrong', async ({ page, db }) => {
  const store = await aStore(db)
  await page.goto('/slogin')
  await logIn(page, '98765', '123456')
  await expect(page.getByText('Please enter a valid 10-digit phone number')).toBeVisible()
  await expect(page.getByText('Password should be at least 7 characters long')).toBeVisible()
  await logIn(page, store.phone, 'wrong password')
  await expect(page.getByRole('alertdialog', { name: 'Invalid' })).toContainText(
    'Phone number or Password is incorrect',
  )
})

test('a new phone asks for the password and stays unique', async ({ page, db, signIn }) => {
  const [store, other] = [await aStore(db), await aStore(db)]
  await signIn(store)
  await page.goto('/')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Password')).toBeHidden()
  const phone = newPhone()
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Password')).toBeFocused()

  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The password is incorrect')).toBeVisible()

  await page.getByLabel('Password').fill(makersPassword)
  await page.getByLabel('Phone Number').fill(other.phone)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('This phone number is already registered')).toBeVisible()

  await page.getByLabel('Phone Number').fill(phone)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Data updated successfully!')
  const kept = await db.selectFrom('accounts').select('phone').where('id', '=', store.id).executeTakeFirstOrThrow()
  expect(kept.phone).toBe(phone)
})

test('log-in and the profile work by keyboard alone', async ({ page, db }) => {
  const store = await aStore(db)
  await page.goto('/slogin')
  await page.getByLabel('Phone Number').focus()
  await page.keyboard.type(store.phone)
  await page.keyboard.press('Tab')
  await page.keyboard.type(makersPassword)
  await page.keyboard.press('Enter')
  await closeSuccessByKey(page)
  await expect(page).toHaveURL('/')
  await page.waitForFunction(isTakenOver) // before it, Edit loads the page again

  await page.getByRole('button', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Book Store Name')).toBeEditable()
  await expect(page.getByLabel('Book Store Name')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('District')).toBeFocused()
  await page.keyboard.type('Jorhat')
  await page.keyboard.press('Enter')
  await closeSuccessByKey(page)
  await expect(page.getByLabel('District')).toHaveValue('Jorhat')
})

test('a page that is not there for stores keeps the frame of their dashboard', async ({ page, db, signIn }) => {
  await signIn(await aStore(db))
  expect((await page.goto('/userOrders'))?.status()).toBe(404)
  await expect(page.getByText('Book Store Dashboard')).toBeVisible()
  await page.getByText('Buying').click()
  await page.getByRole('link', { name: 'Marketplace' }).click()
  await expect(page.getByRole('tablist', { name: 'Marketplace' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Books')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a store signs up with its picture, logs in, changes its profile and logs out', async ({ page }) => {
    const phone = newPhone()
    await page.goto('/sSignup')
    await fillSignUp(page, phone)
    await page.getByLabel('Email').fill('wrong')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Please enter a valid e-Mail address')).toBeVisible()
    await expect(page.getByLabel('District')).toHaveValue('Kamrup')

    await fillSignUp(page, phone)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL('/slogin?registered')
    await expect(page.getByRole('status')).toContainText('Book Store Registered Successfully')
    await logIn(page, phone, 'secret1@')
    await expect(page.getByRole('heading', { name: 'Bookstore Profile' })).toBeVisible()

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('District').fill('Jorhat')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('status')).toContainText('Data updated successfully!')
    await expect(page.getByLabel('District')).toHaveValue('Jorhat')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Contact Us' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the dashboard folds into a menu, fits, and axe finds nothing', async ({ page, db, signIn }) => {
    await signIn(await aStore(db))
    for (const path of ['/', '/?edit=on', '/market']) {
      await page.goto(path)
      await page.getByText('Menu', { exact: true }).click()
      await expect(page.getByRole('link', { name: 'Order List' })).toBeVisible()
      expect(await axe(page)).toEqual([])
    }
  })
})
