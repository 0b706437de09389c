import type { Page } from '@playwright/test'

import { aBook, aStore, aStudent, makersPassword } from '#database/makers.ts'
import {
  axe,
  closeSuccess,
  closeSuccessByKey,
  expect,
  localStorageOf,
  phone as onPhone,
  test,
} from '#tests/support/browser.ts'
import { newPhone, unique } from '#tests/support/fill.ts'

async function fillSignUp(page: Page, phone: string) {
  await page.getByLabel('Name', { exact: true }).fill('Anu Das')
  await page.getByLabel('Class Name').fill('HS 2nd Year')
  await page.getByLabel('College Name').fill('Cotton College')
  await page.getByLabel('Mobile Number').fill(phone)
  await page.getByLabel('Email').fill('anu@puthi.example')
  await page.getByLabel('Password').fill('secret')
}

async function logIn(page: Page, phone: string, password: string) {
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** The visible entries of the navigation, in order. */
const navigationOf = async (page: Page) => {
  const texts = await page.getByRole('navigation').locator('a:visible, summary:visible').allInnerTexts()
  return texts.map((text) => text.trim())
}

test('a student signs up, logs in, and logs out', async ({ page }) => {
  const phone = newPhone()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create New Account' }).click()
  await expect(page).toHaveURL('/UserSignUp')
  expect(await axe(page)).toEqual([])

  await fillSignUp(page, phone)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSuccess(page, 'User Registered Successfully')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Phone Number')).toHaveValue(phone)

  await logIn(page, phone, 'secret')
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Login Successful')
  const loaded = page.waitForEvent('load') // a new document, not a client-side navigation
  await closeSuccess(page, 'Login Successful')
  await loaded
  await expect(page).toHaveURL('/')
  expect(await navigationOf(page)).toEqual([
    'Home',
    'My Posts',
    'Books/ Novels',
    'Orders',
    'My Purchases',
    'Course/ Notes',
    'Student',
    'Contact Us',
  ])
  await expect
    .poll(() => localStorageOf(page))
    .toMatchObject({
      userName: 'Anu Das',
      UserPhone: phone,
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })

  await page.evaluate(() => localStorage.setItem('theirOwn', 'stays'))
  await page.getByText('Student', { exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await navigationOf(page)).toEqual(['Home', 'Student', 'Store', 'Contact Us'])
  await expect.poll(() => localStorageOf(page)).toEqual({ theirOwn: 'stays' })
})

test('every rule of the sign-up says so', async ({ page }) => {
  await page.goto('/UserSignUp')
  await page.getByLabel('Name', { exact: true }).fill('Anu')
  await page.getByLabel('Email').fill('anu')
  await page.getByLabel('Password').fill('12345')
  await page.getByLabel('Mobile Number').fill('123')
  await page.getByRole('button', { name: 'Sign Up' }).click()

  await expect(page.getByRole('alert')).toHaveText(
    'Please enter the following required fields: class name, college name',
  )
  await expect(page.getByLabel('Class Name')).toBeFocused()
  await expect(page.getByText('Please enter a valid e-Mail address')).toBeVisible()
  await expect(page.getByText('Password should be at least 6 characters long')).toBeVisible()
  await expect(page.getByText('Please enter a valid 10-digit phone number')).toBeVisible()
  expect(await axe(page)).toEqual([])

  await fillSignUp(page, newPhone())
  await expect(page.getByLabel('ID Number')).toBeHidden()
  for (const type of ['Voter', 'PAN', 'HSLC']) {
    await page.getByLabel('ID Type').selectOption(type)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText(`Please enter your ${type} ID`)).toBeVisible()
    await expect(page.getByLabel('ID Number')).toBeFocused()
  }
})

test('a phone that is registered is refused, and nothing typed is lost', async ({ page, db }) => {
  const { phone } = await aStudent(db)
  await page.goto('/UserSignUp')
  await fillSignUp(page, phone)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('This phone number is already registered')).toBeVisible()
  await expect(page.getByLabel('Mobile Number')).toBeFocused()
  await expect(page.getByLabel('College Name')).toHaveValue('Cotton College')
})

test('a wrong log-in says so; the tenth locks the account for a while', async ({ page, db }) => {
  const { phone } = await aStudent(db)
  await page.goto('/login')
  await logIn(page, '123', '12345')
  await expect(page.getByText('Please enter a valid 10-digit phone number')).toBeVisible()
  await expect(page.getByText('Password should be at least 6 characters long')).toBeVisible()

  for (let time = 0; time < 10; time++) {
    await logIn(page, phone, 'wrong password')
    const notice = page.getByRole('alertdialog', { name: 'Invalid' })
    await expect(notice).toContainText('Phone number or Password is incorrect')
    await notice.getByRole('button', { name: 'OK' }).click()
  }
  await logIn(page, phone, makersPassword)
  await expect(page.getByRole('alertdialog', { name: 'Invalid' })).toContainText(
    'Too many wrong attempts. Please try again in 15 minutes.',
  )
})

test('log-in and sign-up say what they are for', async ({ page, db }) => {
  const { name } = await aBook(db, await aStudent(db), { name: unique('Concepts of Physics') })
  await page.goto('/?tab=books')
  await page.getByRole('article', { name }).getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByText(`Log in to buy ${name}`)).toBeVisible()
  await page.getByRole('link', { name: 'Create New Account' }).click()
  await expect(page.getByText(`Sign up to buy ${name}`)).toBeVisible()
  await page.goto('/?tab=books')
  await page.getByRole('article', { name }).getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByText(`Log in to comment on ${name}`)).toBeVisible()
  for (const [address, purpose] of [
    ['/CreateBooksAndNovels', 'sell a book or a novel'],
    ['/userOrders', 'see your orders'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(`Log in to ${purpose}`)).toBeVisible()
  }
})

test('a password can be shown while it is typed', async ({ page }) => {
  for (const address of ['/login', '/slogin', '/UserSignUp', '/sSignup']) {
    await page.goto(address)
    const password = page.getByLabel('Password')
    await password.fill('secret1@')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue('secret1@')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  }
  expect(await axe(page)).toEqual([])
})

test('the header names who is signed in', async ({ page, db, signIn }) => {
  const [student, store] = [await aStudent(db, { name: 'Rina Das' }), await aStore(db, { name: 'Panbazar Books' })]
  await signIn(student)
  await page.goto('/?tab=books')
  await page.getByRole('banner').getByRole('link', { name: 'Signed in as Rina Das' }).click()
  await expect(page).toHaveURL('/profile')
  await signIn(store)
  await page.goto('/orderlist')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Signed in as Panbazar Books' })).toBeVisible()
})

test.describe('when the server is away', () => {
  test.use({ provoked: /net::ERR_FAILED/ })

  for (const [path, button, text] of [
    ['/login', 'Login', 'Could not login'],
    ['/UserSignUp', 'Sign Up', 'Could not register user'],
  ] as const) {
    test(`${path} says so and keeps what was typed`, async ({ page, context }) => {
      await page.goto(path)
      if (path === '/login') {
        await page.getByLabel('Phone Number').fill('9876543210')
        await page.getByLabel('Password').fill('secret')
      } else await fillSignUp(page, newPhone())
      await context.route('**/*.data', (route) => route.abort())
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('alertdialog', { name: 'Error' })).toContainText(text)
      await page.keyboard.press('Escape')
      await expect(page.getByLabel('Password')).toHaveValue('secret')
    })
  }
})

test('a visitor who signs up on the way comes to the wanted page, too', async ({ page }) => {
  const phone = newPhone()
  await page.goto('/AlterBooksAndNovels')
  await page.getByRole('link', { name: 'Create New Account' }).click()
  await fillSignUp(page, phone)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSuccess(page, 'User Registered Successfully')
  await expect(page).toHaveURL(/\/login\?to=/)
  await logIn(page, phone, 'secret')
  await closeSuccess(page, 'Login Successful')
  await expect(page).toHaveURL('/AlterBooksAndNovels')
})

test('a visitor on a page of students logs in and comes back to it', async ({ page, db }) => {
  const { phone } = await aStudent(db)
  await page.goto('/userOrders?page=2')
  await expect(page).toHaveURL(/\/login\?to=/)
  await logIn(page, phone, makersPassword)
  await closeSuccess(page, 'Login Successful')
  await expect(page).toHaveURL('/userOrders?page=2')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
})

test('a return address does not lead away', async ({ page, db, site, context }) => {
  const { phone } = await aStudent(db)
  for (const to of ['%2F%2Fevil.example', '/%09/evil.example']) {
    await context.clearCookies()
    await page.goto(`/login?to=${to}`)
    await logIn(page, phone, makersPassword)
    await closeSuccess(page, 'Login Successful')
    await page.waitForURL((url) => url.pathname !== '/login')
    expect(new URL(page.url()).origin, to).toBe(new URL(site.address).origin)
  }
})

test('a forged key in local storage changes nothing and is set right', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    localStorage.setItem('BookstoreId', 'forged')
    localStorage.setItem('userName', 'Forged')
  })
  await page.goto('/')
  expect(await navigationOf(page)).toEqual(['Home', 'Student', 'Store', 'Contact Us'])
  await expect.poll(() => localStorageOf(page)).toEqual({})
})

test('the dropdowns close on a click outside and on scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/')
  const login = page.getByRole('link', { name: 'Student Login' })
  await page.getByText('Student', { exact: true }).click()
  await expect(login).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(login).toBeHidden()

  await page.getByText('Student', { exact: true }).click()
  await expect(login).toBeVisible()
  await page.mouse.wheel(0, 200)
  await expect(login).toBeHidden()
})

test('sign-up and log-in work by keyboard alone', async ({ page }) => {
  const phone = newPhone()
  await page.goto('/UserSignUp')
  await page.getByLabel('Name', { exact: true }).focus()
  for (const text of ['Anu Das', 'HS', 'Cotton', phone, 'anu@puthi.example', 'secret']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  for (const _ of ['Show password', 'District', 'ID Type']) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await closeSuccessByKey(page)
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Phone Number')).toHaveValue(phone)
  await page.getByLabel('Phone Number').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('secret')
  await page.keyboard.press('Enter')
  await closeSuccessByKey(page)
  await expect(page).toHaveURL('/')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a student signs up, logs in and logs out', async ({ page }) => {
    const phone = newPhone()
    await page.goto('/UserSignUp')
    await page.getByLabel('Name', { exact: true }).fill('Anu Das')
    await page.getByLabel('ID Type').selectOption('PAN')
    await page.getByLabel('ID Number').fill('sentinel-id')
    await page.getByLabel('Password').fill('sentinel-password')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toContainText('Please enter the following required fields: class name')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Anu Das')
    expect(await page.content()).not.toContain('sentinel')

    await fillSignUp(page, phone)
    await page.getByLabel('ID Number').fill('ABCDE1234F')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL('/login?registered=on')
    await expect(page.getByRole('status')).toContainText('User Registered Successfully')

    await logIn(page, phone, 'wrong password')
    await expect(page.getByRole('alert')).toContainText('Phone number or Password is incorrect')
    await logIn(page, phone, 'secret')
    await expect(page).toHaveURL('/')
    await page.getByText('Student', { exact: true }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'My Posts' })).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  for (const path of ['/login', '/slogin', '/UserSignUp', '/sSignup']) {
    test(`${path} fits, and axe finds nothing`, async ({ page }) => {
      await page.goto(path)
      expect(await axe(page)).toEqual([])
    })
  }
})
