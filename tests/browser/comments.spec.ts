import type { Page } from '@playwright/test'

import { aBook, aCourse, aStore, aStudent, madeAt } from '#database/makers.ts'
import { axe, expect, test } from '#tests/support/browser.ts'
import { unique } from '#tests/support/fill.ts'

const item = (page: Page, name: string) => page.getByRole('article', { name })
const comments = (page: Page) => page.getByRole('dialog', { name: 'Comments' })
const success = (page: Page) => page.getByRole('alertdialog', { name: 'Success' })

test('a student comments and finds it there, masked: nothing of the id is told', async ({ page, db, signIn }) => {
  const student = await aStudent(db, madeAt(new Date('2026-01-15T09:00:00Z')))
  const { id, name } = await aBook(db, await aStudent(db), { name: unique('Physics') })
  await signIn(student)
  await page.goto('/?tab=books')
  await item(page, name).getByRole('button', { name: 'Comment' }).click()
  const dialog = comments(page)
  await expect(dialog.getByText('No comments yet.')).toBeVisible()
  expect(await axe(page, 'dialog')).toEqual([])
  await dialog.getByLabel('Comment', { exact: true }).fill('   ')
  await dialog.getByRole('button', { name: 'Add Comment' }).click()
  await expect(dialog.getByText('Comment cannot be empty')).toBeVisible()
  await dialog.getByLabel('Comment', { exact: true }).fill('Is it still there?')
  await dialog.getByRole('button', { name: 'Add Comment' }).click()
  await expect(success(page)).toContainText('Comment added successfully!')
  await expect(dialog.getByText('Is it still there?')).toBeAttached()
  await expect(dialog).toBeHidden()

  await item(page, name).getByRole('button', { name: 'Comment' }).click()
  const said = dialog.getByRole('listitem').filter({ hasText: 'Is it still there?' })
  await expect(said).toContainText(/[0-9a-f]{8}\*{28}/)
  await expect(said).toContainText(/\d{1,2}\/\d{1,2}\/\d{4}, \d{1,2}:\d{2} [AP]M/)
  await signIn(await aStudent(db))
  const sent = await (await page.request.get(`/posts/${id}/comments.data`)).text()
  const told = ['Is it still there?', student.id.slice(0, 8), student.id.slice(9)].map((text) => sent.includes(text))
  expect(told).toEqual([true, false, false])
})

test('many comments scroll in 300 pixels, by the keyboard, too', async ({ page, db, signIn }) => {
  const [student, store] = [await aStudent(db), await aStore(db)]
  const { id, name } = await aBook(db, student, { name: unique('Physics') })
  const rows = Array.from({ length: 20 }, (_, n) => ({
    id: crypto.randomUUID(),
    postId: id,
    authorId: store.id,
    comment: `Comment ${n}`,
  }))
  await db.insertInto('comments').values(rows).execute()
  await signIn(store)
  await page.goto('/market')
  await item(page, name).getByRole('button', { name: 'Comment' }).click()
  const list = comments(page).getByRole('list', { name: 'Comments' })
  await expect(list.getByRole('listitem')).toHaveCount(20)
  expect((await list.boundingBox())!.height).toBeLessThanOrEqual(300)
  await list.focus()
  await page.keyboard.press('End')
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  expect(await axe(page, 'dialog')).toEqual([])
  await comments(page).getByLabel('Comment', { exact: true }).fill('From a store')
  await page.keyboard.press('Enter')
  await expect(success(page)).toContainText('Comment added successfully!')
})

test('a visitor logs in first; a course is commented by students', async ({ page, db, signIn }) => {
  const { name } = await aCourse(db, await aStudent(db), { name: unique('Course') })
  await page.goto('/?tab=courses')
  await item(page, name).getByRole('button', { name: 'Comment' }).click()
  await expect(page).toHaveURL(/\/login\?.*to=/)
  await signIn(await aStudent(db))
  await page.goto('/?tab=courses')
  await item(page, name).getByRole('button', { name: 'Comment' }).click()
  await comments(page).getByLabel('Comment', { exact: true }).fill('How long is it?')
  await comments(page).getByRole('button', { name: 'Add Comment' }).click()
  await expect(success(page)).toContainText('Comment added successfully!')
})

test('a post that went meanwhile is not commented', async ({ page, db, signIn }) => {
  const { id, name } = await aBook(db, await aStudent(db), { name: unique('Physics') })
  await signIn(await aStudent(db))
  await page.goto('/?tab=books')
  await item(page, name).getByRole('button', { name: 'Comment' }).click()
  await comments(page).getByLabel('Comment', { exact: true }).fill('Hello?')
  await db.deleteFrom('posts').where('id', '=', id).execute()
  await comments(page).getByRole('button', { name: 'Add Comment' }).click()
  await expect(comments(page).getByRole('alert')).toContainText('The seller has deleted this post.')
})

test.describe('over a bad connection', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch/ })

  test('comments that do not arrive, and one that is not saved, are said', async ({ page, db, signIn }) => {
    const { name } = await aBook(db, await aStudent(db), { name: unique('Physics') })
    await signIn(await aStudent(db))
    await page.goto('/?tab=books')
    await page.route(/\/comments$/, (route) => route.abort())
    await item(page, name).getByRole('button', { name: 'Comment' }).click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('Failed to load comments')
    await error.getByRole('button', { name: 'OK' }).click()
    await page.unroute(/\/comments$/)
    await comments(page).getByRole('button', { name: 'Try again' }).click()
    await expect(comments(page).getByText('No comments yet.')).toBeVisible()

    await page.route(/_\.data/, (route) => route.abort())
    await comments(page).getByLabel('Comment', { exact: true }).fill('Kept')
    await comments(page).getByRole('button', { name: 'Add Comment' }).click()
    await expect(error).toContainText('Failed to add comment')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(comments(page).getByLabel('Comment', { exact: true })).toHaveValue('Kept')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a student reads and adds comments', async ({ page, db, signIn }) => {
    const { name } = await aBook(db, await aStudent(db), { name: unique('Physics') })
    await signIn(await aStudent(db))
    await page.goto('/?tab=books')
    await item(page, name).getByRole('button', { name: 'Comment' }).click()
    await comments(page).getByRole('button', { name: 'Add Comment' }).click()
    await expect(comments(page).getByText('Comment cannot be empty')).toBeVisible()
    await comments(page).getByLabel('Comment', { exact: true }).fill('Plainly said')
    await comments(page).getByRole('button', { name: 'Add Comment' }).click()
    await expect(comments(page).getByRole('status')).toContainText('Comment added successfully!')
    await expect(comments(page).getByText('Plainly said')).toBeVisible()
  })
})
