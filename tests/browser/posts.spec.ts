import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { aBook, aNovel, aStore, aStudent } from '#database/makers.ts'
import { axe, expect, openTab, phone as onPhone, test } from '#tests/support/browser.ts'

const picture = (name: string) =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: '#8a7454' } })
    .jpeg()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/jpeg', buffer }))

async function fillBook(page: Page, name: string) {
  await page.getByLabel('Picture 1').setInputFiles(await picture('front.jpg'))
  await page.getByLabel('Picture 2').setInputFiles(await picture('back.jpg'))
  await page.getByLabel('Book Name').fill(name)
  await page.getByLabel('Author Name').fill('H. C. Verma')
  await page.getByLabel('Stream').selectOption('Science')
  await page.getByLabel('Book Condition').selectOption('Good(used)')
  await page.getByLabel('Original Price').fill('₹495')
  await page.getByLabel('Selling Price').fill('260')
}

async function fillNovel(page: Page, name: string) {
  await page.getByLabel('Picture 1').setInputFiles(await picture('front.jpg'))
  await page.getByLabel('Picture 2').setInputFiles(await picture('back.jpg'))
  await page.getByLabel('Novel Name').fill(name)
  await page.getByLabel('Author Name').fill('Homen Borgohain')
  await page.getByLabel('Category').fill('Fiction')
  await page.getByLabel('Stream').selectOption('Arts')
  await page.getByLabel('Novel Condition').selectOption('Superb(used)')
  await page.getByLabel('Description').fill('A story.')
  await page.getByLabel('Original Price').fill('110')
}

const unique = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`

test('a student uploads a book and finds it among the books', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const name = unique('Concepts of Physics')
  await signIn(student)
  await page.goto('/CreateBooksAndNovels')
  await fillBook(page, name)
  await page.getByRole('button', { name: 'Upload Book' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Book uploaded successfully')
  await expect(page.getByLabel('Book Name')).toHaveValue('')

  await page.goto('/?tab=books')
  const item = page.getByRole('article', { name })
  await expect(item).toContainText('H. C. Verma')
  await expect(item).toContainText('Science · Good(used)')
  await expect(item).toContainText('₹260')
  await expect(item.locator('s')).toContainText('₹495')
  await expect(item).toContainText(student.name)
  await expect(item.locator('img')).toHaveJSProperty('complete', true)
  expect(await axe(page)).toEqual([])
})

test('a student uploads a novel and finds it among the novels', async ({ page, db, signIn }) => {
  const name = unique('Mrityunjay')
  await signIn(await aStudent(db))
  await page.goto('/CreateBooksAndNovels?tab=novels')
  await fillNovel(page, name)
  await page.getByLabel('Picture 3').setInputFiles(await picture('page.jpg'))
  await page.getByRole('button', { name: 'Upload Novel' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Novel uploaded successfully')
  await page.goto('/?tab=novels')
  await expect(page.getByRole('article', { name })).toContainText('Fiction · Arts · Superb(used)')
})

test('a store uploads a novel and finds it in the marketplace', async ({ page, db, signIn }) => {
  const store = await aStore(db)
  const name = unique('Pita Putra')
  await signIn(store)
  await page.goto('/CreatePost')
  await openTab(page, 'Upload Novels')
  await fillNovel(page, name)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Upload Novel' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Novel uploaded successfully')

  await page.goto('/market')
  await openTab(page, 'Novels')
  await expect(page.getByRole('article', { name })).toContainText(store.name)
})

test('every rule of the uploads says so, and nothing typed or chosen is lost', async ({ page, db, signIn }) => {
  await signIn(await aStudent(db))
  await page.goto('/CreateBooksAndNovels')
  await page.getByLabel('Author Name').fill('H. C. Verma')
  await page.getByRole('button', { name: 'Upload Book' }).click()
  await expect(page.getByRole('alert')).toHaveText('Book name, condition, and stream are mandatory fields')
  await expect(page.getByText('Please upload at least 2 pictures').first()).toBeVisible()
  await expect(page.getByText('Original Price is required')).toBeVisible()

  await fillBook(page, 'Physics')
  await page.getByLabel('Picture 2').setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await page.getByRole('button', { name: 'Upload Book' }).click()
  await expect(page.getByText('Please upload only PNG, JPG, or JPEG images.')).toBeVisible()
  await expect(page.getByLabel('Book Name')).toHaveValue('Physics')
  await expect(page.getByText('front.jpg')).toBeVisible()

  await openTab(page, 'Upload Novels')
  await page.getByRole('button', { name: 'Upload Novel' }).click()
  await expect(page.getByRole('alert')).toHaveText('All fields including stream are mandatory for novels')
})

test('Load More adds 12 at a time, ends with the list, and Back finds it as it was', async ({ page, db }) => {
  const seller = await aStudent(db)
  for (let n = 0; n < 25; n++) await aBook(db, seller, { name: `Paged ${n}` })
  await page.goto('/?tab=books')
  const items = page.getByRole('article')
  await expect(items).toHaveCount(12)
  await aBook(db, seller, { name: 'Posted meanwhile' })
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(items).toHaveCount(24)
  const names = await items.evaluateAll((all) => all.map((item) => item.getAttribute('aria-label')))
  expect(new Set(names).size).toBe(24)
  expect(names).not.toContain('Posted meanwhile')

  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByLabel('Reason')).toBeVisible()
  await page.goBack()
  await expect(items).toHaveCount(24)
})

test('novels have no Load More: more arrive as one scrolls', async ({ page, db }) => {
  const seller = await aStudent(db)
  for (let n = 0; n < 50; n++) await aNovel(db, seller)
  await page.goto('/?tab=novels')
  await expect(page.getByRole('article')).toHaveCount(48)
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(48)
})

test.describe('when the server is away', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch/ })

  test('an upload that does not arrive is said, and stays in the form', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/CreateBooksAndNovels')
    await page.route(/CreateBooksAndNovels\.data/, (route) => route.abort())
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await fillBook(page, 'Kept')
    await page.getByRole('button', { name: 'Upload Book' }).click()
    await expect(error).toContainText('Failed to upload book')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByLabel('Book Name')).toHaveValue('Kept')
    await openTab(page, 'Upload Novels')
    await fillNovel(page, 'Kept')
    await page.getByRole('button', { name: 'Upload Novel' }).click()
    await expect(error).toContainText('Failed to upload novel')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByText('front.jpg')).toBeVisible()
  })

  test('a list that does not arrive says so, and what is there stays', async ({ page, db }) => {
    const seller = await aStudent(db)
    for (let n = 0; n < 13; n++) await aBook(db, seller)
    for (let n = 0; n < 49; n++) await aNovel(db, seller)
    const away = /_\.data/
    await page.goto('/?tab=books')
    await page.route(away, (route) => route.abort())
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByText('No connection. Please try again.')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(12)
    await page.unroute(away)
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByRole('article').nth(12)).toBeVisible()

    await page.route(away, (route) => route.abort())
    await page.getByRole('tab', { name: 'Novels' }).click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('Failed to fetch novels')
    await error.getByRole('button', { name: 'OK' }).click()
    await page.unroute(away)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toHaveCount(48)

    await page.route(away, (route) => route.abort())
    await page.getByRole('button', { name: 'More novels' }).scrollIntoViewIfNeeded()
    await expect(error).toContainText('Failed to fetch novels')
    await error.getByRole('button', { name: 'OK' }).click()
    await page.unroute(away)
    await page.getByRole('button', { name: 'More novels' }).click()
    await expect(page.getByRole('article').nth(48)).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a book is uploaded and found, page by page', async ({ page, db, signIn }) => {
    const seller = await aStudent(db)
    await signIn(seller)
    const name = unique('No script')
    await page.goto('/CreateBooksAndNovels')
    await fillBook(page, name)
    await page.getByRole('button', { name: 'Upload Book' }).click()
    await expect(page.getByRole('status').first()).toContainText('Book uploaded successfully')
    for (let n = 0; n < 12; n++) await aBook(db, seller)
    await page.goto('/?tab=books')
    await expect(page.getByRole('article', { name })).toBeHidden()
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByRole('article', { name })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the list fits, loads small pictures, and axe finds nothing', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/CreateBooksAndNovels')
    const name = unique('Small')
    await fillBook(page, name)
    await page.getByRole('button', { name: 'Upload Book' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Success' })).toBeVisible()
    await page.goto('/?tab=books')
    const image = page.getByRole('article', { name }).locator('img')
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/-(160|320)\.webp$/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axe(page)).toEqual([])
  })
})
