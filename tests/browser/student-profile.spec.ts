import { aBook, aStudent, makersPassword } from '#database/makers.ts'
import { axe, closeSuccess, expect, localStorageOf, phone as onPhone, test } from '#tests/support/browser.ts'
import { newPhone, unique } from '#tests/support/fill.ts'

test('a student reads the own profile, changes the mind once, and then changes it', async ({ page, db, signIn }) => {
  const student = await aStudent(db, { name: 'Rina Das', district: 'Jorhat' })
  const name = unique('Physics')
  await aBook(db, student, { name })
  await signIn(student)
  await page.goto('/')
  await page.getByText('Student', { exact: true }).click()
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  for (const [label, value] of [
    ['Name', 'Rina Das'],
    ['Class Name', 'HS 2nd Year'],
    ['College Name', 'Cotton College'],
    ['District', 'Jorhat'],
    ['Email', student.email],
    ['Mobile Number', student.phone],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    await expect(page.getByLabel(label, { exact: true })).not.toBeEditable()
  }
  await expect(page.getByRole('main').getByText(/\bID\b/)).toHaveCount(0)
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('College Name').fill('Typed in vain')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('College Name')).toHaveValue('Cotton College')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Rina Devi')
  await page.getByLabel('Class Name').fill('')
  await expect(page.getByLabel('District').locator('option')).toHaveCount(36)
  await page.getByLabel('District').selectOption('Sribhumi')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Class Name is required')).toBeVisible()
  await page.getByLabel('Class Name').fill('BA 1st Semester')
  const [asked, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/profile\.data/, async (route) => {
    if (route.request().method() === 'GET') {
      asked.resolve()
      await arrives.promise
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await asked.promise
  await page.evaluate(() => new Promise((seen) => setTimeout(() => requestAnimationFrame(seen)))) // it is drawn
  expect(await page.getByRole('button', { name: 'Saving...' }).count()).toBe(1) // until the page has loaded
  arrives.resolve()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toBeVisible()
  const changedName = page.getByRole('banner').getByRole('link', { name: 'Signed in as Rina Devi' })
  expect(await changedName.count()).toBe(1) // with the notice, not after it: closing it must not come first
  await closeSuccess(page, 'Data updated successfully!')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(page.getByLabel('District')).toHaveValue('Sribhumi')
  await expect(page.getByLabel('Class Name')).toHaveValue('BA 1st Semester')
  await expect(page).toHaveURL('/profile')
  await expect.poll(() => localStorageOf(page)).toMatchObject({ userName: 'Rina Devi' })

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await closeSuccess(page, 'Data updated successfully!') // a second time on the same page
  await page.goBack()
  await expect(page).toHaveURL('/profile') // and not the form again

  // The name on the cards, for a visitor, at once.
  await page.context().clearCookies()
  await page.goto('/?tab=books')
  await expect(page.getByRole('article', { name })).toContainText('Rina Devi')
})

test('a new phone asks for the password, stays unique, and what was typed stays', async ({ page, db, signIn }) => {
  const [student, other] = [await aStudent(db), await aStudent(db)]
  await signIn(student)
  await page.goto('/profile?edit=on')
  await expect(page.getByLabel('Password')).toBeHidden()
  const phone = newPhone()
  await page.getByLabel('College Name').fill('Jorhat College')
  await page.getByLabel('Mobile Number').fill(phone)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The password is incorrect')).toBeVisible()
  await expect(page.getByLabel('Mobile Number')).toHaveValue(phone)
  await expect(page.getByLabel('College Name')).toHaveValue('Jorhat College')

  await page.getByLabel('Password').fill(makersPassword)
  await page.getByLabel('Mobile Number').fill(other.phone)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('This phone number is already registered')).toBeVisible()
  await expect(page.getByLabel('Mobile Number')).toBeFocused()

  await page.getByLabel('Mobile Number').fill(phone)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Data updated successfully!')
  const kept = await db.selectFrom('accounts').select('phone').where('id', '=', student.id).executeTakeFirstOrThrow()
  expect(kept.phone).toBe(phone)
})

test('the profile works by keyboard alone', async ({ page, db, signIn }) => {
  await signIn(await aStudent(db, { district: null }))
  await page.goto('/profile')
  await expect(page.getByLabel('District')).toHaveValue('Not given')
  await page.getByRole('button', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab')
  await expect(page.getByLabel('District')).toBeFocused()
  await page.keyboard.type('Majuli')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Data updated successfully!')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('District')).toHaveValue('Majuli')
})

test.describe('when the server is away', () => {
  test.use({ provoked: /net::ERR_FAILED/ })

  test('the profile says that it was not saved, and keeps what was typed', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/profile?edit=on')
    await page.route(/profile\.data/, (route) => route.abort())
    await page.getByLabel('College Name').fill('Kept')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('Your data could not be saved. Please try again.')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByLabel('College Name')).toHaveValue('Kept')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a student signs up with a district, and changes the profile', async ({ page }) => {
    const phone = newPhone()
    await page.goto('/UserSignUp')
    await page.getByLabel('Name', { exact: true }).fill('Anu Das')
    await page.getByLabel('Class Name').fill('HS 2nd Year')
    await page.getByLabel('College Name').fill('Cotton College')
    await page.getByLabel('District').selectOption('Jorhat')
    await page.getByLabel('Mobile Number').fill(phone)
    await page.getByLabel('Email').fill('wrong')
    await page.getByLabel('Password').fill('secret')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Please enter a valid e-Mail address')).toBeVisible()
    await expect(page.getByLabel('District')).toHaveValue('Jorhat')
    await page.getByLabel('Email').fill('anu@puthi.example')
    await page.getByLabel('Password').fill('secret')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByLabel('Phone Number').fill(phone)
    await page.getByLabel('Password').fill('secret')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('link', { name: 'Signed in as Anu Das' })).toBeVisible()

    await page.goto('/profile')
    await expect(page.getByLabel('District')).toHaveValue('Jorhat')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('District').selectOption('')
    await page.getByLabel('Mobile Number').fill(newPhone())
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Enter your password to change the phone number')).toHaveCount(2) // error and hint
    await expect(page.getByLabel('District')).toHaveValue('')
    await page.getByLabel('Password').fill('secret')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('status')).toContainText('Data updated successfully!')
    await expect(page.getByLabel('District')).toHaveValue('Not given')
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the profile is in the menu, fits, and axe finds nothing', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/')
    await page.getByText('Menu', { exact: true }).click()
    await page.getByRole('link', { name: 'My Profile' }).click()
    for (const mode of ['view', 'edit']) {
      if (mode === 'edit') await page.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
      expect(await axe(page)).toEqual([])
    }
  })
})
