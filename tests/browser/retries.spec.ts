import type { Page } from '@playwright/test'

import { aBook, aStudent } from '#database/makers.ts'
import { closeSuccess, expect, test } from '#tests/support/browser.ts'
import { fillBook, unique } from '#tests/support/fill.ts'

// The server stores what a form sends, but its response is lost: sending the form again must not store it twice.

test.use({ provoked: /net::ERR_FAILED/ })

/** Loses the response to the next form that the page sends; the server receives the form. */
async function loseAnswer(page: Page) {
  let isLost = false
  await page.route('**/*.data*', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const notice = (page: Page, title: string) => page.getByRole('alertdialog', { name: title })

async function closeError(page: Page, text: string) {
  await expect(notice(page, 'Error')).toContainText(text)
  await notice(page, 'Error').getByRole('button', { name: 'OK' }).click()
}

test('a message that is sent again arrives once, and the next one on the page arrives, too', async ({ page, db }) => {
  const name = unique('Anu')
  const send = async (reason: string) => {
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Phone').fill('9876543210')
    await page.getByLabel('Reason').fill(reason)
    await press(page, 'Send Message')
  }
  const arrived = async () => {
    await closeSuccess(page, 'Thanks for your feedback!')
    const rows = await db
      .selectFrom('contactMessages')
      .select('reason')
      .where('name', '=', name)
      .orderBy('id')
      .execute()
    return rows.map(({ reason }) => reason)
  }
  await page.goto('/ContactUs')
  await loseAnswer(page)
  await send('Hello')
  await closeError(page, 'There was an error submitting your message.')
  await press(page, 'Send Message')
  expect(await arrived()).toEqual(['Hello'])
  await send('Hello')
  expect(await arrived()).toEqual(['Hello', 'Hello']) // both are intended: the form was filled in anew
})

test('what was changed after a lost answer is refused once, and then taken', async ({ page, db }) => {
  const name = unique('Anu')
  await page.goto('/ContactUs')
  await loseAnswer(page)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone').fill('9876543210')
  await page.getByLabel('Reason').fill('Hello')
  await press(page, 'Send Message')
  await closeError(page, 'There was an error submitting your message.')
  await page.getByLabel('Reason').fill('Hello again')
  await press(page, 'Send Message')
  await expect(notice(page, 'Invalid')).toContainText('Your message arrived already, as you first wrote it.')
  await notice(page, 'Invalid').getByRole('button', { name: 'OK' }).click()
  await press(page, 'Send Message')
  await expect(notice(page, 'Success')).toBeVisible()
  const rows = await db.selectFrom('contactMessages').select('reason').where('name', '=', name).orderBy('id').execute()
  expect(rows).toEqual([{ reason: 'Hello' }, { reason: 'Hello again' }])
})

test('a comment that is sent again is there once', async ({ page, db, signIn }) => {
  await signIn(await aStudent(db))
  const { id, name } = await aBook(db, await aStudent(db), { name: unique('Physics') })
  await page.goto('/?tab=books')
  await page.getByRole('article', { name }).getByRole('button', { name: 'Comment' }).click()
  await loseAnswer(page)
  await page.getByLabel('Comment', { exact: true }).fill('Is it there?')
  await press(page, 'Add Comment')
  await closeError(page, 'Failed to add comment')
  await press(page, 'Add Comment')
  await expect(notice(page, 'Success')).toContainText('Comment added successfully!')
  expect(await db.selectFrom('comments').select('comment').where('postId', '=', id).execute()).toHaveLength(1)
})

test('a request that is sent again is there once, and so is the next', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  await signIn(student)
  const requests = () => db.selectFrom('bookRequests').select('bookName').where('accountId', '=', student.id).execute()
  const fill = async (bookName: string) => {
    const section = page.locator('#request')
    await section.getByLabel('Book Name').fill(bookName)
    await section.getByLabel('Class', { exact: true }).fill('XI')
    await section.getByLabel('Stream').selectOption('Arts')
    await section.getByLabel('Address').fill('Jorhat')
    await section.getByLabel('PIN').fill('785001')
    await press(page, 'Submit Request')
  }
  await page.goto('/')
  await loseAnswer(page)
  await fill('Rongmili') // nothing with one of these names is for sale
  await closeError(page, 'Failed to submit request.')
  await press(page, 'Submit Request')
  await closeSuccess(page, 'Request submitted successfully.')
  expect(await requests()).toHaveLength(1)
  await fill('Sourabh Seuji')
  await expect(notice(page, 'Success')).toBeVisible()
  expect(await requests()).toHaveLength(2)
})

test('a book that is uploaded again is there once, with the files of the first time', async ({ page, db, signIn }) => {
  await signIn(await aStudent(db))
  const name = unique('Physics')
  await page.goto('/CreateBooksAndNovels')
  await loseAnswer(page)
  await fillBook(page, name)
  await press(page, 'Upload Book')
  await closeError(page, 'Failed to upload book')
  await press(page, 'Upload Book')
  await closeSuccess(page, 'Book uploaded successfully')
  const posts = () => db.selectFrom('posts').select('id').where('name', '=', name).execute()
  expect(await posts()).toHaveLength(1)

  await fillBook(page, name)
  await press(page, 'Upload Book')
  await expect(notice(page, 'Success')).toBeVisible()
  expect(await posts()).toHaveLength(2)
})
