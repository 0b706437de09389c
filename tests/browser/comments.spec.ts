import type { Page } from '@playwright/test'

import { newId } from '#app/platform/ids.server.ts'
import { aBook, aCourse, aStore, aStudent, madeAt } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, test } from '#tests/support/browser.ts'
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
  await closeSuccess(page, 'Comment added successfully!')
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

test('ten comments scroll in 300 pixels, by the keyboard, too, and older ones are a page further', async ({
  page,
  db,
  signIn,
}) => {
  const [student, store] = [await aStudent(db), await aStore(db)]
  const { id, name } = await aBook(db, student, { name: unique('Physics') })
  const rows = Array.from({ length: 13 }, (_, n) => ({
    id: newId(),
    postId: id,
    authorId: store.id,
    comment: `Comment ${n}`,
  }))
  await db.insertInto('comments').values(rows).execute()
  await signIn(store)
  await page.goto('/market')
  await item(page, name).getByRole('button', { name: 'Comment' }).click()
  const list = comments(page).getByRole('list', { name: 'Comments' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  expect((await list.boundingBox())!.height).toBeLessThanOrEqual(300)
  await list.focus()
  await page.keyboard.press('End')
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  expect(await axe(page, 'dialog')).toEqual([])
  await comments(page).getByRole('link', { name: 'Older comments' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByText('Comment 0')).toBeVisible()
  await expect(list).toBeFocused()
  await comments(page).getByRole('link', { name: 'Newest comments' }).click()
  await expect(list.getByText('Comment 12')).toBeVisible()
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
    const away = /comments\.data/
    await page.route(away, (route) => route.abort())
    await item(page, name).getByRole('button', { name: 'Comment' }).click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('Failed to load comments')
    await error.getByRole('button', { name: 'OK' }).click()
    await page.unroute(away)
    await comments(page).getByRole('button', { name: 'Try again' }).click()
    await expect(comments(page).getByText('No comments yet.')).toBeVisible()

    await page.route(away, (route) => route.abort())
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
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Add Comment' }).click()
    await expect(main.getByText('Comment cannot be empty')).toBeVisible()
    await main.getByLabel('Comment', { exact: true }).fill('Plainly said')
    await main.getByRole('button', { name: 'Add Comment' }).click()
    await expect(main.getByRole('status')).toContainText('Comment added successfully!')
    await expect(main.getByText('Plainly said')).toBeVisible()
  })
})

test('a long comment is read whole where it stands, older ones follow, and the seller removes one', async ({
  page,
  db,
  signIn,
}) => {
  const [seller, asker] = [await aStudent(db), await aStudent(db)]
  const { id: postId } = await aBook(db, seller, { name: unique('Physics') })
  const long = `${'Is chapter five there? '.repeat(50)}At the end.`
  const rows = Array.from({ length: 11 }, (_, n) => ({ id: newId(), postId, authorId: asker.id, comment: `Say ${n}` }))
  rows[0]!.comment = rows[9]!.comment = long
  await db.insertInto('comments').values(rows).execute()
  const section = page.locator('#comments')
  const items = section.getByRole('listitem')

  await page.goto(`/posts/${postId}`) // as a visitor
  await items.nth(1).getByRole('link', { name: 'more' }).click()
  await expect(items.first()).toContainText('At the end.')
  await expect(items).toHaveCount(10)

  await signIn(asker)
  await page.goto(`/posts/${postId}`)
  await items.nth(1).getByRole('link', { name: 'more' }).click()
  await expect(items.nth(1)).toContainText('At the end.')

  await signIn(seller)
  await page.goto(`/posts/${postId}`)
  await section.getByRole('link', { name: 'Older comments' }).click()
  await expect(items).toHaveCount(1)
  await expect(items).toContainText('At the end.') // the page begins with it
  await items.getByText('Remove', { exact: true }).click()
  expect(await axe(page)).toEqual([])
  await items.getByRole('button', { name: 'Remove comment' }).click()
  await expect(items).toHaveCount(10) // the newest: nothing is older
  await expect(section.getByRole('link')).toHaveText([
    'Report',
    'more of this comment',
    ...rows.slice(2).map(() => 'Report'),
  ])
})

test('a comment that is added beside older ones is shown with the newest', async ({ page, db, signIn }) => {
  const asker = await aStudent(db)
  const { id: postId } = await aBook(db, await aStudent(db), { name: unique('Physics') })
  const rows = Array.from({ length: 11 }, (_, n) => ({ id: newId(), postId, authorId: asker.id, comment: `Say ${n}` }))
  await db.insertInto('comments').values(rows).execute()
  await signIn(asker)
  await page.goto(`/posts/${postId}?from=${rows[0]!.id}`)
  const section = page.locator('#comments')
  await section.getByLabel('Comment', { exact: true }).fill('And the last chapter?')
  await section.getByRole('button', { name: 'Add Comment' }).click()
  await closeSuccess(page, 'Comment added successfully!')
  await expect(section.getByRole('listitem').first()).toContainText('And the last chapter?')
})

test('the seller finds a question on My Posts, answers it, and both delete what they wrote', async ({
  page,
  db,
  signIn,
}) => {
  const [seller, asker] = [await aStore(db), await aStudent(db)]
  const book = await aBook(db, seller, { name: unique('Physics') })
  await db
    .insertInto('comments')
    .values([
      { id: crypto.randomUUID(), postId: book.id, authorId: asker.id, comment: 'Is it still there?', key: null },
      { id: crypto.randomUUID(), postId: book.id, authorId: seller.id, comment: 'Collect it at Panbazar.', key: null },
    ])
    .execute()
  await signIn(seller)
  await page.goto('/AlterPosts')
  await item(page, book.name).getByRole('link', { name: '1 new comment' }).click()
  const section = page.locator('#comments')
  const question = section.getByRole('listitem').filter({ hasText: 'Is it still there?' })
  await question.getByText('Answer', { exact: true }).click()
  await question.getByRole('button', { name: 'Send answer' }).click()
  await expect(question.getByText('Comment cannot be empty')).toBeVisible()
  await question.getByLabel('Your answer').fill('It is. Come on Friday.')
  expect(await axe(page)).toEqual([])
  await question.getByLabel('Your answer').press('Enter')
  const answer = question.getByRole('list', { name: 'Answers' }).getByRole('listitem')
  await expect(answer).toContainText('It is. Come on Friday.')
  await expect(answer).toContainText('Seller')
  await expect(question.getByLabel('Your answer')).toBeHidden()
  await page.goto('/AlterPosts')
  await expect(item(page, book.name)).toBeVisible()
  await expect(page.getByText('new comment')).toHaveCount(0)

  // In the dialog of the lists the asker sees both, and deletes the question.
  await signIn(asker)
  await page.goto('/?tab=books')
  await item(page, book.name).getByRole('button', { name: 'Comment' }).click()
  const asked = comments(page).getByRole('listitem').filter({ hasText: 'Is it still there?' })
  await expect(asked).toContainText('It is. Come on Friday.')
  await expect(asked.getByText('Answer', { exact: true })).toHaveCount(0)
  await expect(comments(page).getByText('Delete', { exact: true })).toHaveCount(1)
  await asked.getByText('Delete', { exact: true }).click()
  expect(await axe(page, 'dialog')).toEqual([])
  await asked.getByRole('button', { name: 'Delete comment' }).click()
  await expect(comments(page).getByText('Is it still there?')).toHaveCount(0)
  await expect(comments(page).getByText('Come on Friday.')).toHaveCount(0)
  await expect(comments(page).getByText('Collect it at Panbazar.')).toBeVisible()
})

test.describe('without script, on a phone', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('a long comment is read on a page that begins with it', async ({ page, db, signIn }) => {
    const [seller, asker] = [await aStudent(db), await aStudent(db)]
    const { id: postId } = await aBook(db, seller, { name: unique('Physics') })
    const long = `${'Is chapter five there? '.repeat(50)}At the end.`
    const rows = ['First', long, 'Last'].map((comment) => ({ id: newId(), postId, authorId: asker.id, comment }))
    await db.insertInto('comments').values(rows).execute()
    await signIn(seller)
    await page.goto(`/posts/${postId}`)
    await page.getByRole('link', { name: 'more' }).click()
    const items = page.locator('#comments').getByRole('listitem')
    await expect(items.first()).toContainText('At the end.')
    await expect(items).toHaveCount(2)
    await page.getByRole('link', { name: 'Newest comments' }).click()
    await expect(items).toHaveCount(3)
  })

  test('a seller answers and deletes the answer', async ({ page, db, signIn }) => {
    const [seller, asker] = [await aStudent(db), await aStudent(db)]
    const book = await aBook(db, seller, { name: unique('Physics') })
    await db
      .insertInto('comments')
      .values({
        id: crypto.randomUUID(),
        postId: book.id,
        authorId: asker.id,
        comment: 'Is it still there?',
        key: null,
      })
      .execute()
    await signIn(seller)
    await page.goto(`/posts/${book.id}`)
    const question = page.locator('#comments').getByRole('listitem').filter({ hasText: 'Is it still there?' })
    await question.getByText('Answer', { exact: true }).click()
    await question.getByRole('button', { name: 'Send answer' }).click()
    const onPage = page.getByRole('listitem').filter({ hasText: 'Is it still there?' })
    await expect(onPage.getByText('Comment cannot be empty')).toBeVisible()
    await onPage.getByLabel('Your answer').fill('It is.')
    await onPage.getByRole('button', { name: 'Send answer' }).click()
    await expect(page).toHaveURL(/\/posts\/.*#comments$/)
    const answer = question.getByRole('list', { name: 'Answers' }).getByRole('listitem')
    await expect(answer).toContainText('It is.')
    await answer.getByText('Delete', { exact: true }).click()
    await answer.getByRole('button', { name: 'Delete comment' }).click()
    await expect(question).toBeVisible()
    await expect(answer).toHaveCount(0)
  })
})
