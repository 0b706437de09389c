import type { Page } from '@playwright/test'

import { aBook, aBookRequest, aNovel, aStore, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, test } from '#tests/support/browser.ts'

const sent = 'Request submitted successfully. Our team will call you.'

/** The job that compares posts with requests runs every 5 seconds. */
const soon = { timeout: 30_000 }

/** Letters only, so that it may be misspelt; one for each test. */
const aTitle = () =>
  `Principles of ${Array.from({ length: 10 }, () => 'bdfgklmnprst'[Math.floor(Math.random() * 12)]).join('a')}`

async function fillRequest(page: Page, bookName: string) {
  const form = page.locator('#request')
  await form.getByLabel('Book Name').fill(bookName)
  await form.getByLabel('Class', { exact: true }).fill('HS 2nd Year')
  await form.getByLabel('Stream').selectOption('Science')
  await form.getByLabel('Address').fill('Panbazar, Guwahati')
  await form.getByLabel('PIN').fill('781001')
  return form
}

const noticeOf = (page: Page, name: string) => page.getByRole('link', { name: `A copy of ${name} is for sale` })

test('a request finds a misspelt book, its person is told, closes it, and hears no more', async ({
  page,
  db,
  signIn,
}) => {
  test.slow()
  const [student, seller] = [await aStudent(db), await aStudent(db, { district: 'Jorhat' })]
  const title = aTitle()
  await signIn(student)
  await page.goto('/#request')
  const form = await fillRequest(page, title)
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await closeSuccess(page, sent)

  await page.goto('/my-requests')
  const card = page.getByRole('article', { name: title })
  await expect(card).toContainText('Looking')
  expect(await axe(page)).toEqual([])

  const misspelt = title.slice(0, -3) + title.slice(-2)
  await aBook(db, seller, { name: misspelt, className: 'Class XII', pricePaise: 25_000 })
  await expect(async () => {
    await page.goto('/notices')
    await expect(noticeOf(page, misspelt)).toBeVisible({ timeout: 500 })
  }).toPass(soon)
  await noticeOf(page, misspelt).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(misspelt)

  await page.goto('/my-requests')
  await expect(card).toContainText('1 copy found')
  await expect(card.getByRole('link', { name: misspelt })).toBeVisible()
  await expect(card).toContainText('₹250')
  expect(await axe(page)).toEqual([])
  await card.getByRole('button', { name: 'I found it' }).click()
  await expect(card).toContainText('Closed: you found it')

  await aBook(db, seller, { name: title, className: 'Class XII' })
  await aBook(db, seller, { name: title, className: 'Class XII' })
  await expect.poll(() => db.selectFrom('postsToMatch').select('id').execute(), soon).toEqual([])
  await page.goto('/notices')
  await expect(noticeOf(page, title)).toHaveCount(0)
  await page.goto('/my-requests')
  await card.getByRole('button', { name: 'Look again' }).click()
  await expect(card).toContainText('1 copy found')
})

test('what is for sale already is shown when the name is left, and the request is sent all the same', async ({
  page,
  db,
  signIn,
}) => {
  const [student, store] = [await aStudent(db), await aStore(db)]
  const title = aTitle()
  await aBook(db, store, { name: title, className: 'Class XII', pricePaise: 12_300 })
  await signIn(student)
  await page.goto('/#request')
  const form = await fillRequest(page, title)
  await expect(form.getByRole('heading', { name: 'For sale already' })).toBeVisible()
  await expect(form.getByRole('link', { name: title })).toHaveAttribute('href', /^\/posts\//)
  await expect(form).toContainText('₹123')
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText(sent)
  const kept = () => db.selectFrom('bookRequests').select('bookName').where('accountId', '=', student.id).execute()
  expect(await kept()).toEqual([{ bookName: title }])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the first press shows what is for sale and keeps what was typed, the second one sends it; then it is closed', async ({
    page,
    db,
    signIn,
  }) => {
    const [student, store] = [await aStudent(db), await aStore(db)]
    const title = aTitle()
    await aBook(db, store, { name: title, className: 'Class XII' })
    await signIn(student)
    await page.goto('/')
    const form = await fillRequest(page, title)
    await form.getByRole('button', { name: 'Submit Request' }).click()
    await expect(form.getByRole('heading', { name: 'For sale already' })).toBeVisible()
    await expect(form.getByLabel('Address')).toHaveValue('Panbazar, Guwahati')
    await form.getByRole('button', { name: 'None of these: send my request' }).click()
    await expect(form).toContainText(sent)
    await page.goto('/my-requests')
    const card = page.getByRole('article', { name: title })
    await card.getByRole('button', { name: 'I no longer need it' }).click()
    await expect(card).toContainText('Closed: you no longer need it')
  })

  test('a search is saved and stopped, on its page and in the list', async ({ page, db, signIn }) => {
    await signIn(await aStore(db))
    await page.goto('/search?q=physics&kind=book')
    await page.getByRole('button', { name: 'Tell me when something appears' }).click()
    await expect(page).toHaveURL('/search?q=physics&kind=book')
    await expect(page.getByText('We tell you when something appears.')).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Tell me when something appears' }).click()
    await page.goto('/my-requests')
    await expect(page.getByRole('link', { name: 'physics, Books' })).toBeVisible()
    await page.getByRole('button', { name: 'Stop physics, Books' }).click()
    await expect(page.getByRole('link', { name: 'physics, Books' })).toHaveCount(0)
  })
})

test('a search tells its person of a new post, and says so until it is stopped', async ({ page, db, signIn }) => {
  test.slow()
  const student = await aStudent(db)
  const title = aTitle()
  await page.goto(`/search?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: 'Tell me when something appears' })).toHaveAttribute(
    'href',
    /^\/login\?to=/,
  )
  await signIn(student)
  await page.goto(`/search?q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: 'Tell me when something appears' }).click()
  await expect(page.getByText('We tell you when something appears.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await aNovel(db, await aStore(db), { name: title })
  await expect(async () => {
    await page.goto('/notices')
    await expect(page.getByRole('link', { name: `New for your search: ${title}` })).toBeVisible({ timeout: 500 })
  }).toPass(soon)
  await page.goto(`/search?q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Tell me when something appears' })).toBeVisible()
  // The button changes at once, before the server has answered.
  const saved = db.selectFrom('savedSearches').select('id').where('accountId', '=', student.id)
  await expect.poll(() => saved.execute()).toEqual([])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a seller sees how many people look for a book while its name is typed, and sells one from the list', async ({
    page,
    db,
    signIn,
  }) => {
    test.slow()
    const [seller, ...readers] = await Promise.all([1, 2, 3].map(() => aStudent(db, { district: 'Jorhat' })))
    const title = aTitle()
    for (const reader of readers)
      await aBookRequest(db, reader, { bookName: title, phone: '9123456780', address: 'Hidden' })
    await signIn(seller!)
    await expect(async () => {
      await page.goto('/wanted')
      await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 500 })
    }).toPass(soon)
    const item = page.getByRole('listitem').filter({ hasText: title })
    await expect(item).toContainText('2 people look for it')
    await expect(page.getByLabel('District')).toHaveValue('Jorhat')
    for (const hidden of ['9123456780', 'Hidden', readers[0]!.name])
      await expect(page.locator('main')).not.toContainText(hidden)
    expect(await axe(page)).toEqual([])
    await item.getByRole('link', { name: 'Sell one' }).click()
    const name = page.getByLabel('Book Name')
    await expect(name).toHaveValue(title)
    await name.press('End')
    await name.press('Space')
    await expect(page.getByText('2 people look for this')).toBeVisible()
    await name.fill('Something that nobody wants')
    await expect(page.getByText('look for this')).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    await page.goto('/wanted?district=Dhubri')
    await expect(page.getByRole('heading', { name: 'Nobody asks for a book like that' })).toBeVisible()
  })
})
