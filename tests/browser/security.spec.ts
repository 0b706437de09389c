import { startSession } from '#app/accounts/sessions.server.ts'
import { aStore, aStudent, makersPassword } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, scriptOf, test } from '#tests/support/browser.ts'

const newPassword = 'quite@new1'

test('a student who changes the password stays logged in here, and is logged out on the phone', async ({
  page,
  browser,
  site,
  db,
}) => {
  const student = await aStudent(db)
  const onPhone = await browser.newContext({ ...phone, baseURL: site.address })
  const logIn = async (on: typeof page, password: string) => {
    await on.goto('/login')
    await scriptOf(on)
    await on.getByLabel('Phone').click()
    await on.getByLabel('Phone').fill(student.phone)
    await on.getByLabel('Password', { exact: true }).fill(password)
    await on.getByRole('button', { name: 'Login' }).click()
  }
  const phonePage = await onPhone.newPage()
  for (const on of [phonePage, page]) {
    await logIn(on, makersPassword)
    await closeSuccess(on, 'Login Successful')
    await expect(on.getByRole('link', { name: `Signed in as ${student.name}` })).toBeVisible()
  }

  await page.goto('/profile')
  await page.getByRole('link', { name: 'Password and log-ins' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  const sessions = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Log out' }) })
  await expect(sessions).toHaveText([/Chrome on .*This browser.*just now/s, /Chrome on Android.*just now/s])
  expect(await axe(page)).toEqual([])

  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password should be at least 6 characters long')).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The password is incorrect')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill(makersPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await closeSuccess(page, 'Your password is changed. You are logged out everywhere else.')
  await expect(sessions).toHaveText([/This browser/])
  await expect(page.getByLabel('New password')).toHaveValue('')

  await phonePage.goto('/account/security')
  await expect(phonePage.getByRole('button', { name: 'Login' })).toBeVisible()
  await logIn(phonePage, makersPassword)
  await expect(phonePage.getByText('Phone number or Password is incorrect')).toBeVisible()
  await logIn(phonePage, newPassword)
  await closeSuccess(phonePage, 'Login Successful')
  await expect(phonePage.getByRole('link', { name: `Signed in as ${student.name}` })).toBeVisible()
  await onPhone.close()
})

test('a common password is warned of while it is typed, sent nowhere before, and taken', async ({ page, db }) => {
  const student = await aStudent(db)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await page.goto('/UserSignUp')
  const field = page.getByLabel('Password', { exact: true })
  const warning = page.getByText('Many people use this password')
  await field.click()
  await field.fill('Football')
  await expect(warning).toBeVisible()
  expect(await axe(page)).toEqual([])
  await field.fill('Rongali Bihu 1971')
  await expect(warning).toBeHidden()
  await field.fill('football')
  await expect(warning).toBeVisible()
  expect(asked.filter((one) => /football|bihu/i.test(one))).toEqual([])
  expect(asked.filter((one) => one.includes('/common-passwords')).length).toBeGreaterThan(0)

  const phoneNumber = `7${student.phone.slice(1)}`
  for (const [label, value] of [
    ['Name', 'Rina Das'] as const,
    ['Class Name', 'XI'] as const,
    ['College Name', 'Cotton'] as const,
    ['Mobile Number', phoneNumber] as const,
    ['Email', 'rina@puthi.example'] as const,
  ])
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSuccess(page, 'User Registered Successfully')
})

test.describe('without script, on a phone', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('a store logs out another browser, changes the password, and logs out everywhere', async ({
    page,
    db,
    signIn,
  }) => {
    const store = await aStore(db)
    await startSession(db, store, 'Firefox on Linux')
    await startSession(db, store, null)
    await signIn(store)
    const left = () => db.selectFrom('sessions').select('browser').where('accountId', '=', store.id).execute()
    await page.goto('/')
    await page.getByRole('link', { name: 'Password and log-ins' }).click()
    await page.getByRole('button', { name: 'Log out Firefox on Linux' }).click()
    await expect(page.getByText('Firefox on Linux')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Log out the unknown browser/ })).toHaveCount(2)
    expect(await left()).toHaveLength(2)

    await page.getByLabel('Current password').fill(makersPassword)
    await page.getByLabel('New password').fill('onlyletters')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('contain both letters and numbers')).toBeVisible()
    await page.getByLabel('Current password').fill(makersPassword)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password is changed.')).toBeVisible()
    expect(await left()).toEqual([{ browser: 'Chrome on Android' }])

    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Signed in as' })).toHaveCount(0)
    expect(await left()).toEqual([])
  })
})
