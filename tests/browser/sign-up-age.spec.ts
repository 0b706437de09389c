import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { createDb, type Tables } from '#app/platform/db.server.ts'
import { axe, closeSuccess, expect, phone as onPhone, test as base } from '#tests/support/browser.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

/** A server that asks students for their year of birth. */
const test = base.extend<object, { askingSite: { address: string; db: Kysely<Tables> } }>({
  askingSite: [
    async ({}, use) => {
      const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
      const server = await startServer({ DATABASE_URL: databaseUrl, ASK_AGE: 'on', LOG_LEVEL: 'warn' })
      const db = createDb(databaseUrl, { max: 2 })
      await use({ address: server.address, db })
      await db.destroy()
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const thisYear = new Date().getUTCFullYear()
const [adult, doubtful, child] = [thisYear - 19, thisYear - 18, thisYear - 12].map(String) as [string, string, string]

const newPhone = () => `7${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`

async function fillSignUp(page: Page, phone: string) {
  await page.getByLabel('Name', { exact: true }).fill('Anu Das')
  await page.getByLabel('Class Name').fill('VIII')
  await page.getByLabel('College Name').fill('Cotton School')
  await page.getByLabel('Mobile Number').fill(phone)
  await page.getByLabel('Email').fill('anu@puthi.example')
  await page.getByLabel('Password').fill('secret')
}

const signUp = (page: Page) => page.getByRole('button', { name: 'Sign Up' }).click()
const agrees = (page: Page) => page.getByRole('checkbox', { name: /^My parent or guardian agrees/ })

const ageOf = (db: Kysely<Tables>, phone: string) =>
  db
    .selectFrom('studentAges')
    .innerJoin('accounts', 'id', 'accountId')
    .select(['birthYear', 'guardianName', 'guardianContact', 'consentedAt'])
    .where('phone', '=', phone)
    .executeTakeFirst()

test('where it is not turned on, nobody is asked, and nothing is kept', async ({ page, db }) => {
  const phone = newPhone()
  await page.goto('/UserSignUp')
  await expect(page.getByLabel('Year of birth')).toHaveCount(0)
  await expect(page.getByText('guardian')).toHaveCount(0)
  await fillSignUp(page, phone)
  await signUp(page)
  await closeSuccess(page, 'User Registered Successfully')
  expect(await ageOf(db, phone)).toBeUndefined()
})

test('who is of age says the year and nothing more', async ({ page, askingSite: { address, db } }) => {
  const phone = newPhone()
  await page.goto(`${address}/UserSignUp`)
  await fillSignUp(page, phone)
  await signUp(page)
  await expect(page.getByRole('alert')).toHaveText('Please enter the following required fields: year of birth')
  await expect(page.getByLabel('Year of birth')).toBeFocused()

  await page.getByLabel('Year of birth').selectOption(doubtful)
  await page.getByLabel('Their name').fill('Mina Das')
  await page.getByLabel('Year of birth').selectOption(adult)
  await expect(page.getByLabel('Their name')).toBeHidden()
  await signUp(page)
  await closeSuccess(page, 'User Registered Successfully')
  expect(await ageOf(db, phone)).toEqual({
    birthYear: Number(adult),
    guardianName: null,
    guardianContact: null,
    consentedAt: null,
  })
})

test('who may be under 18 signs up with the consent of a guardian, which is kept', async ({
  page,
  askingSite: { address, db },
}) => {
  const phone = newPhone()
  await page.goto(`${address}/UserSignUp`)
  await fillSignUp(page, phone)
  await expect(page.getByLabel('Their name')).toBeHidden()
  await page.getByLabel('Year of birth').selectOption(doubtful)
  await signUp(page)
  await expect(page.getByLabel('Their name')).toBeFocused()
  await expect(page.getByText('Enter the name of your parent or guardian')).toBeVisible()
  await expect(agrees(page)).toHaveAccessibleDescription('Your parent or guardian has to agree, and you tick this box')
  expect(await axe(page)).toEqual([])

  await page.getByLabel('Their name').fill('Mina Das')
  await page.getByLabel('Their phone or e-mail').fill('98640')
  await agrees(page).check()
  await signUp(page)
  await expect(page.getByLabel('Their phone or e-mail')).toBeFocused()
  await page.getByLabel('Their phone or e-mail').fill('98640 00000')
  await signUp(page)
  await closeSuccess(page, 'User Registered Successfully')
  expect(await ageOf(db, phone)).toEqual({
    birthYear: Number(doubtful),
    guardianName: 'Mina Das',
    guardianContact: '98640 00000',
    consentedAt: expect.any(Date) as Date,
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an answer keeps what was typed, but for secrets, and shows what is needed of a guardian', async ({
    page,
    askingSite: { address, db },
  }) => {
    const phone = newPhone()
    await page.goto(`${address}/UserSignUp`)
    await fillSignUp(page, phone)
    await page.getByLabel('Year of birth').selectOption(child)
    await page.getByLabel('Their name').fill('Mina Das')
    await signUp(page)
    await expect(page.getByText('Your parent or guardian has to agree, and you tick this box')).toBeVisible()
    await expect(page.getByLabel('Year of birth')).toHaveValue(child)
    await expect(page.getByLabel('Their name')).toHaveValue('Mina Das')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Anu Das')
    await expect(page.getByLabel('Password')).toHaveValue('')
    expect(await ageOf(db, phone)).toBeUndefined()

    await agrees(page).check()
    await page.getByLabel('Their phone or e-mail').fill('mina@puthi.example')
    await signUp(page) // without the password
    await expect(agrees(page)).toBeChecked()
    await page.getByLabel('Password').fill('secret')
    await signUp(page)
    await expect(page).toHaveURL(`${address}/login?registered=on`)
    expect(await ageOf(db, phone)).toMatchObject({ birthYear: Number(child), guardianContact: 'mina@puthi.example' })
  })

  test('who is of age signs up', async ({ page, askingSite: { address, db } }) => {
    const phone = newPhone()
    await page.goto(`${address}/UserSignUp`)
    await fillSignUp(page, phone)
    await page.getByLabel('Year of birth').selectOption(adult)
    await signUp(page)
    await expect(page).toHaveURL(`${address}/login?registered=on`)
    expect(await ageOf(db, phone)).toMatchObject({ birthYear: Number(adult), guardianName: null })
  })
})

test.describe('on a phone whose clock is wrong', () => {
  test.use(onPhone)

  test('the year of the server counts, the form fits, and axe finds nothing', async ({
    page,
    askingSite: { address, db },
  }) => {
    const phone = newPhone()
    await page.clock.setFixedTime(new Date('2015-01-01'))
    await page.goto(`${address}/UserSignUp`)
    await page.getByLabel('Year of birth').selectOption(child)
    expect(await axe(page)).toEqual([])
    await fillSignUp(page, phone)
    await page.getByLabel('Year of birth').selectOption(adult)
    await signUp(page)
    await expect.poll(() => ageOf(db, phone)).toMatchObject({ birthYear: Number(adult) })
  })
})
