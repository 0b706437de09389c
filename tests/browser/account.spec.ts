import { readFile } from 'node:fs/promises'

import { addComment } from '#app/comments/add-comment.server.ts'
import { aBook, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { axe, expect, localStorageOf, phone, test } from '#tests/support/browser.ts'

test('a student downloads the own data, changes the mind once, and deletes the account', async ({
  page,
  db,
  signIn,
}) => {
  const student = await aStudent(db, { name: 'Rina Das' })
  const post = await aBook(db, student)
  await signIn(student)
  await page.goto('/')
  await page.getByText('Student', { exact: true }).click()
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  expect(await axe(page)).toEqual([])

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('puthi-your-data.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    account: { name: 'Rina Das', phone: student.phone },
    posts: [{ name: post.name }],
  })

  await page.getByRole('link', { name: 'Delete your account' }).click()
  await expect(page.getByText('1 post of yours with pictures and PDFs')).toBeVisible()
  await expect(page.getByText('0 orders that you placed')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Keep my account' }).click()
  await page.getByRole('link', { name: 'Delete your account' }).click()
  await page.getByLabel('Password').fill('not the one')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('The password is incorrect')).toBeVisible()
  await page.getByLabel('Password').fill(makersPassword)
  await page.getByRole('button', { name: 'Delete my account' }).click()

  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(await localStorageOf(page)).toEqual({})
  expect(await db.selectFrom('posts').select('id').where('id', '=', post.id).execute()).toEqual([])
})

test.describe('without script, on a phone', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('a store finds its data below the profile and deletes the account', async ({ page, db, signIn }) => {
    const store = await aStore(db)
    const post = await aBook(db, await aStudent(db))
    await addComment(db, { postId: post.id, by: store, comment: 'Is it there?' })
    await signIn(store)
    await page.goto('/')
    await page.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('link', { name: 'Delete your account' }).click()
    await expect(page.getByText('1 comment of yours.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('Enter your password to delete your account')).toBeVisible()
    await page.getByLabel('Password').fill(makersPassword)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page.getByText('Menu', { exact: true })).toBeVisible()
    await expect(page.getByText('Book Store Dashboard')).toHaveCount(0)
    expect(await db.selectFrom('accounts').select('id').where('id', '=', store.id).execute()).toEqual([])
  })
})
