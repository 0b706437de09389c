import { writeFile } from 'node:fs/promises'

import { aStudent } from '#database/makers.ts'
import { axe, expect, openTab, phone as onPhone, test } from '#tests/support/browser.ts'
import { aJpeg, fillNotes, unique } from '#tests/support/fill.ts'

test('a student uploads notes and finds them among the notes', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const name = unique('General Mathematics')
  await signIn(student)
  await page.goto('/CreateCourseAndNotes')
  await fillNotes(page, name)
  await expect(page.getByLabel('Other Category')).toBeHidden()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Upload Notes' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Notes uploaded successfully')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')

  const files = await db
    .selectFrom('files')
    .innerJoin('posts', 'posts.pdf1', 'files.key')
    .select(['files.pageCount', 'files.takenAt', 'posts.sellerId'])
    .where('posts.name', '=', name)
    .execute()
  expect(files).toEqual([{ pageCount: 2, takenAt: expect.any(Date), sellerId: student.id }])

  await page.goto('/?tab=notes')
  const item = page.getByRole('article', { name })
  await expect(item).toContainText('HSLC (SEBA)')
  await expect(item).toContainText('X · Govt. H.S. School')
  await expect(item).toContainText('₹70')
  await expect(item).toContainText(student.name)
})

test('a student uploads course materials with a cover and a discount', async ({ page, db, signIn }) => {
  const name = unique('Spoken English')
  await signIn(await aStudent(db))
  await page.goto('/CreateCourseAndNotes')
  await openTab(page, 'Upload Course Materials')
  await fillNotes(page, name)
  await page.getByLabel('Category', { exact: true }).selectOption('Other')
  await page.getByLabel('Other Category').fill('Languages')
  await page.getByLabel('Discount').fill('30')
  await page.getByLabel('Cover Image').setInputFiles(await aJpeg('cover.jpg'))
  await page.evaluate(() => window.scrollTo(0, 0)) // otherwise the header would cover half of a tab
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Upload Course Materials' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText(
    'Course materials uploaded successfully',
  )

  await page.goto('/?tab=courses')
  const item = page.getByRole('article', { name })
  await expect(item).toContainText('Languages')
  await expect(item).toContainText('₹49')
  await expect(item.locator('s')).toContainText('₹70')
  await expect(item).toContainText('30% off')
  await expect(item.locator('img')).toHaveJSProperty('complete', true)
})

test('the other tab opens without the network', async ({ page, db, signIn, context }) => {
  await signIn(await aStudent(db))
  await page.goto('/CreateCourseAndNotes', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await openTab(page, 'Upload Course Materials')
  await expect(page.getByLabel('Cover Image')).toBeAttached()
})

test('every rule of notes says so, and nothing typed or chosen is lost', async ({ page, db, signIn }, info) => {
  await signIn(await aStudent(db))
  await page.goto('/CreateCourseAndNotes')
  await page.getByLabel('Class Name').fill('X')
  await page.getByRole('button', { name: 'Upload Notes' }).click()
  await expect(page.getByRole('alert')).toHaveText('Name and category are mandatory fields')
  await expect(page.getByText('Please upload at least 2 PDFs')).toHaveCount(1)
  await expect(page.getByText('Price is required')).toBeVisible()

  await fillNotes(page, 'Optics')
  await page.getByLabel('Category', { exact: true }).selectOption('Other')
  await page.getByRole('button', { name: 'Upload Notes' }).click()
  await expect(page.getByText('Other Category is required')).toBeVisible()
  await page.getByLabel('Other Category').fill('Olympiad')

  const text = { name: 'b.pdf', mimeType: 'application/pdf', buffer: Buffer.from('plain text') }
  await page.getByLabel('PDF 2').setInputFiles(text)
  await page.getByRole('button', { name: 'Upload Notes' }).click()
  const error = page.getByRole('alertdialog', { name: 'Error' })
  await expect(error).toContainText('Failed to upload notes')
  await error.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Please upload only PDF files.')).toBeVisible()
  await expect(page.getByLabel('PDF 2')).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Optics')
  await expect(page.getByText('algebra.pdf')).toBeVisible()

  const large = info.outputPath('c.pdf') // Playwright sends a buffer to the browser as text, which takes seconds
  await writeFile(large, Buffer.alloc(26 * 1_048_576))
  await page.getByLabel('PDF 2').setInputFiles(large)
  await page.getByRole('button', { name: 'Upload Notes' }).click()
  await expect(page.getByText('The PDF is too large: 25 MB at most')).toBeVisible()
})

test.describe('over a connection that breaks', () => {
  test.use({ provoked: /ERR_FAILED/ })
  test('an upload keeps the form, and goes on from where it was', async ({ page, db, signIn }) => {
    const name = unique('Kept')
    await signIn(await aStudent(db))
    await page.goto('/CreateCourseAndNotes')
    await fillNotes(page, name)
    await page.route('**/uploads/pdf?name=geometry.pdf', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Upload Notes' }).click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('Failed to upload notes')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByText('No connection. What you filled in is kept: please try again.')).toBeVisible()

    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).search))
    await page.route('**/CreateCourseAndNotes.data**', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Upload Notes' }).click()
    await expect(error).toContainText('Failed to upload notes')
    await error.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('button', { name: 'Upload Notes' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Success' })).toBeVisible()
    expect(sent.filter((search) => search.includes('.pdf'))).toEqual(['?name=geometry.pdf'])
    await page.goto('/?tab=notes')
    await expect(page.getByRole('article', { name })).toHaveCount(1)
  })
})

test.describe('when the server is away', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch/ })

  test('course materials that do not arrive are said, and stay in the form', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/CreateCourseAndNotes?tab=courses')
    await fillNotes(page, 'Kept')
    await page.route(/CreateCourseAndNotes\.data/, (route) => route.abort())
    await page.getByRole('button', { name: 'Upload Course Materials' }).click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('Failed to upload course materials')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByText('algebra.pdf')).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('notes are uploaded and found', async ({ page, db, signIn }) => {
    const name = unique('Botany practical')
    await signIn(await aStudent(db))
    await page.goto('/CreateCourseAndNotes')
    await page.getByRole('button', { name: 'Upload Notes' }).click()
    await expect(page.getByRole('alert')).toHaveText('Name and category are mandatory fields')
    await fillNotes(page, name)
    await page.getByLabel('Category', { exact: true }).selectOption('Other')
    await page.getByLabel('Other Category').fill('Practical files')
    await page.getByRole('button', { name: 'Upload Notes' }).click()
    await expect(page.getByRole('status')).toContainText('Notes uploaded successfully')
    await page.goto('/?tab=notes')
    await expect(page.getByRole('article', { name })).toContainText('Practical files')
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('both forms fit, and axe finds nothing', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    for (const tab of ['notes', 'courses']) {
      await page.goto(`/CreateCourseAndNotes?tab=${tab}`)
      expect(await axe(page)).toEqual([])
    }
  })
})
