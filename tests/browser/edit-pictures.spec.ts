import type { Locator, Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import type { Tables } from '#app/platform/db.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone as onPhone, test } from '#tests/support/browser.ts'
import { aJpeg, aPdf, fillBook, fillNotes, fillNovel, unique } from '#tests/support/fill.ts'

type Db = Kysely<Tables>

/** Uploads a book with three pictures: front, back and page. */
async function uploadBook(page: Page, name: string, at = '/CreateBooksAndNovels') {
  await page.goto(at)
  await fillBook(page, name)
  await page.getByLabel('Picture 3').setInputFiles(await aJpeg('page.jpg'))
  await page.getByRole('button', { name: 'Upload Book' }).click()
  await closeSuccess(page, 'Book uploaded successfully')
}

const postNamed = (db: Db, name: string) =>
  db.selectFrom('posts').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

/** The file names of a post's pictures in their order, as the sender called them. */
async function picturesOf(db: Db, name: string) {
  const { picture1, picture2, picture3 } = await postNamed(db, name)
  return [picture1, picture2, picture3].flatMap((key) => key?.replace(/^.*_/, '') ?? [])
}

/** The same names, as a visitor sees them on the post's page and in the list. */
async function picturesSeen(page: Page, db: Db, name: string) {
  const { id, kind } = await postNamed(db, name)
  const onPage = await (await page.request.get(postPath({ id, kind, name }))).text()
  const article = onPage.slice(onPage.indexOf('<article'), onPage.indexOf('</article'))
  return [...new Set([...article.matchAll(/src="[^"]*_([a-z]+)\.jpg"/g)].map(([, file]) => `${file}.jpg`))]
}

async function openEdit(page: Page, name: string, title = 'Edit book') {
  await page.getByRole('article', { name }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

async function update(page: Page, dialog: Locator) {
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await closeSuccess(page, 'Post updated successfully')
  await expect(dialog).toBeHidden()
}

const widthOf = (image: Locator) => image.evaluate((img: HTMLImageElement) => img.naturalWidth)

test('a student moves, replaces, removes and adds pictures, and visitors see it at once', async ({
  page,
  db,
  signIn,
  request,
}) => {
  const student = await aStudent(db)
  const name = unique('Edited')
  await signIn(student)
  await uploadBook(page, name)
  for (let n = 0; n < 24; n++) await aBook(db, student, { name: `Newer ${n}` })
  const before = await postNamed(db, name)
  const visitorsView = await request.get(postPath(before)) // now cached
  expect(visitorsView.status()).toBe(200)

  // On the second page of the list.
  await page.goto('/AlterBooksAndNovels')
  await page.getByRole('link', { name: 'Older posts' }).click()
  let dialog = await openEdit(page, name)
  const pictures = dialog.getByRole('group', { name: 'Pictures' })
  await expect(pictures.locator('img')).toHaveCount(3)
  await expect.poll(() => widthOf(pictures.locator('img').first())).toBeGreaterThan(0)
  expect(await axe(page, 'dialog')).toEqual([])

  await dialog.getByRole('button', { name: 'Move Picture 3 left' }).click()
  await dialog.getByRole('button', { name: 'Move Picture 2 left' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Picture 2 is now Picture 1')
  await update(page, dialog)
  expect(await picturesOf(db, name)).toEqual(['page.jpg', 'front.jpg', 'back.jpg'])
  await expect(page.getByRole('link', { name: 'Older posts' })).toHaveCount(0) // still on the second page
  await expect.poll(() => picturesSeen(page, db, name)).toEqual(['page.jpg', 'front.jpg', 'back.jpg'])
  const again = await (await request.get(postPath(before))).text()
  expect(again.indexOf('page.jpg')).toBeLessThan(again.indexOf('front.jpg'))
  // In the list of a visitor it is the 25th.
  const list = await (await request.get(`/?tab=books&name=${encodeURIComponent(name)}`)).text()
  expect(list).toContain('_page')
  expect(list).not.toContain('_front')

  dialog = await openEdit(page, name)
  await dialog.getByLabel('Picture 2').setInputFiles(await aJpeg('new.jpg'))
  await expect(dialog.getByText('new.jpg')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Picture 1' }).click()
  await expect(dialog.getByLabel('Picture 3')).toBeFocused()
  await update(page, dialog)
  expect(await picturesOf(db, name)).toEqual(['new.jpg', 'back.jpg'])
  for (const gone of [before.picture1, before.picture3]) {
    expect((await request.get(`/pictures/${gone}`)).status()).toBe(404)
    expect(await db.selectFrom('files').select('key').where('key', '=', gone).execute()).toEqual([])
  }

  dialog = await openEdit(page, name)
  await dialog.getByLabel('Picture 3').setInputFiles(await aJpeg('third.jpg'))
  await dialog.getByRole('button', { name: 'Move Picture 3 left' }).click()
  await update(page, dialog)
  expect(await picturesOf(db, name)).toEqual(['new.jpg', 'third.jpg', 'back.jpg'])
})

test('two pictures are the least, a wrong file is said, and a choice can be taken back', async ({
  page,
  db,
  signIn,
}) => {
  const name = unique('Two at least')
  await signIn(await aStudent(db))
  await uploadBook(page, name)
  await page.goto('/AlterBooksAndNovels')
  const dialog = await openEdit(page, name)
  await dialog.getByRole('button', { name: 'Remove Picture 3' }).click()
  await dialog.getByRole('button', { name: 'Remove Picture 2' }).click()
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(dialog.getByText('Please upload at least 2 pictures')).toHaveCount(1)
  await expect(dialog.getByLabel('Picture 2')).toBeFocused()
  expect(await axe(page, 'dialog')).toEqual([])

  await dialog
    .getByLabel('Picture 2')
    .setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await expect(dialog.getByText('Please upload at least 2 pictures')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  const error = page.getByRole('alertdialog', { name: 'Error' })
  await expect(error).toContainText('Failed to update post')
  await error.getByRole('button', { name: 'OK' }).click()
  await expect(dialog.getByText('Please upload only PNG, JPG, or JPEG images.')).toBeVisible()

  await dialog.getByLabel('Picture 1').setInputFiles(await aJpeg('other.jpg'))
  await dialog.getByRole('button', { name: 'Keep the current Picture 1' }).click()
  await expect(dialog.getByText('other.jpg')).toHaveCount(0)
  await dialog.getByLabel('Picture 2').setInputFiles(await aJpeg('right.jpg'))
  await update(page, dialog)
  expect(await picturesOf(db, name)).toEqual(['front.jpg', 'right.jpg'])
})

test('pictures are moved by keyboard alone', async ({ page, db, signIn }) => {
  const name = unique('By keyboard')
  await signIn(await aStudent(db))
  await uploadBook(page, name)
  await page.goto('/AlterBooksAndNovels')
  const dialog = await openEdit(page, name)
  await dialog.getByLabel('Picture 1').focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Move Picture 1 left' })).toBeFocused()
  await page.keyboard.press('Enter') // there is no place on the left
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move Picture 2 right' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move Picture 3 right' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Remove Picture 3' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Picture 3')).toBeFocused()
  await update(page, dialog)
  expect(await picturesOf(db, name)).toEqual(['back.jpg', 'page.jpg'])
})

test('a store changes the pictures of a novel, its ISBN and its district', async ({ page, db, signIn }) => {
  const store = await aStore(db, { district: 'Guwahati' })
  const name = unique('Pita Putra')
  await signIn(store)
  await page.goto('/CreatePost?tab=novels')
  await fillNovel(page, name)
  await expect(page.getByLabel('District').locator('option').first()).toHaveText(
    'Same as my profile (Kamrup Metropolitan)',
  )
  await page.getByLabel('ISBN').fill('978-0-306-40615-8')
  await page.getByRole('button', { name: 'Upload Novel' }).click()
  await expect(page.getByText('Check the ISBN: its digits do not fit together')).toBeVisible()
  await page.getByLabel('ISBN').fill('0-306-40615-2')
  await page.getByRole('button', { name: 'Upload Novel' }).click()
  await closeSuccess(page, 'Novel uploaded successfully')
  expect(await postNamed(db, name)).toMatchObject({ isbn: '9780306406157', district: null })

  await page.goto('/AlterPosts')
  const dialog = await openEdit(page, name, 'Edit Post')
  await expect(dialog.getByLabel('ISBN')).toHaveValue('9780306406157')
  await dialog.getByLabel('ISBN').fill('9780306406158')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(dialog.getByText('Check the ISBN: its digits do not fit together')).toBeVisible()
  await dialog.getByLabel('ISBN').fill('979-10-90636-07-1')
  await dialog.getByLabel('District').selectOption('Jorhat')
  await dialog.getByRole('button', { name: 'Move Picture 1 right' }).click()
  await update(page, dialog)
  const { id, kind, ...row } = await postNamed(db, name)
  expect(row).toMatchObject({ isbn: '9791090636071', district: 'Jorhat' })
  expect(await picturesOf(db, name)).toEqual(['back.jpg', 'front.jpg'])
  await page.goto(postPath({ id, kind, name }))
  await expect(page.getByRole('article', { name })).toContainText('9791090636071')
  await expect(page.getByRole('article', { name })).toContainText('Jorhat')
})

test('a student changes condition, class, stream, year and district of a book', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const { id, name } = await aBook(db, student, { name: unique('Facts') })
  await signIn(student)
  await page.goto('/AlterBooksAndNovels')
  const dialog = await openEdit(page, name)
  await expect(dialog.getByLabel('District').locator('option').first()).toHaveText('Not given')
  await expect(dialog.getByLabel('Condition')).toHaveValue('Good(used)')
  await dialog.getByLabel('Condition').selectOption('Superb(used)')
  await dialog.getByLabel('Class Name').fill('BA 1st Semester')
  await dialog.getByLabel('Stream').selectOption('Humanities')
  await dialog.getByLabel('Publish Year').selectOption('2019')
  await dialog.getByLabel('District').selectOption('Dima Hasao')
  await update(page, dialog)
  expect(await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({
    condition: 'Superb(used)',
    className: 'BA 1st Semester',
    stream: 'Humanities',
    publishYear: 2019,
    district: 'Dima Hasao',
    picture1: 'images/none-1.jpg',
    picture2: 'images/none-2.jpg',
  })
})

test('the cover of a course is replaced', async ({ page, db, signIn }) => {
  const name = unique('Spoken English')
  await signIn(await aStudent(db))
  await page.goto('/CreateCourseAndNotes?tab=courses')
  await fillNotes(page, name)
  await page.getByLabel('Cover Image').setInputFiles(await aJpeg('old.jpg'))
  await page.getByRole('button', { name: 'Upload Course Materials' }).click()
  await closeSuccess(page, 'Course materials uploaded successfully')
  const { coverImage: old } = await postNamed(db, name)
  await page.goto('/AlterBooksAndNovels?tab=courses')
  const dialog = await openEdit(page, name, 'Edit course material')
  expect(await axe(page, 'dialog')).toEqual([])
  await dialog
    .getByLabel('Cover Image')
    .first()
    .setInputFiles(await aJpeg('fresh.jpg'))
  await dialog.getByLabel('PDF 2').setInputFiles(aPdf('waves.pdf'))
  await update(page, dialog)
  const { coverImage, pdf2 } = await postNamed(db, name)
  expect([coverImage, pdf2]).toEqual([expect.stringContaining('fresh'), expect.stringContaining('waves')])
  expect((await page.request.get(`/pictures/${old}`)).status()).toBe(404)
  expect((await page.request.get(`/pictures/${coverImage}`)).status()).toBe(200)
})

test('what is chosen before the script arrives stays in the form', async ({ page, db, signIn }) => {
  const name = unique('Early')
  await signIn(await aStudent(db))
  await uploadBook(page, name)
  const { id } = await postNamed(db, name)
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`/AlterBooksAndNovels?tab=books&edit=${id}`, { waitUntil: 'commit' })
  const dialog = page.getByRole('dialog', { name: 'Edit book' })
  await dialog.getByLabel('Remove Picture 1').check()
  await dialog.getByLabel('Place of Picture 3').selectOption('1')
  await dialog.getByLabel('Replace Picture 2').setInputFiles(await aJpeg('early.jpg'))
  script.resolve()
  await expect(page.locator('dialog:modal')).toHaveCount(1)
  await expect(dialog.getByText('early.jpg')).toBeVisible()
  await update(page, dialog)
  expect(await picturesOf(db, name)).toEqual(['page.jpg', 'early.jpg'])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('pictures are moved, replaced and removed', async ({ page, db, signIn }) => {
    const name = unique('No script')
    await signIn(await aStudent(db))
    await page.goto('/CreateBooksAndNovels')
    await fillBook(page, name)
    await page.getByLabel('Picture 3').setInputFiles(await aJpeg('page.jpg'))
    await page.getByLabel('District').selectOption('Jorhat')
    await page.getByRole('button', { name: 'Upload Book' }).click()
    await expect(page.getByRole('status')).toContainText('Book uploaded successfully')
    await page.goto('/AlterBooksAndNovels')
    const dialog = await openEdit(page, name)
    await expect(dialog.getByLabel('District')).toHaveValue('Jorhat')
    await dialog.getByLabel('Remove Picture 1').check()
    await dialog.getByLabel('Remove Picture 2').check()
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expect(dialog.getByText('Please upload at least 2 pictures')).toBeVisible()
    await expect(dialog.getByLabel('Remove Picture 2')).toBeChecked()
    await dialog.getByLabel('Remove Picture 2').uncheck()
    await dialog.getByLabel('Place of Picture 3').selectOption('1')
    await dialog.getByLabel('Replace Picture 2').setInputFiles(await aJpeg('new.jpg'))
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByRole('status')).toContainText('Post updated successfully')
    expect(await picturesOf(db, name)).toEqual(['page.jpg', 'new.jpg'])
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the pictures fit, and everything to press is large enough', async ({ page, db, signIn }) => {
    const name = unique('On a phone')
    await signIn(await aStudent(db))
    await uploadBook(page, name)
    await page.goto('/AlterBooksAndNovels')
    const dialog = await openEdit(page, name)
    expect(await dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
    expect(await axe(page, 'dialog')).toEqual([])
    for (const button of await dialog.getByRole('group', { name: 'Pictures' }).getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    await dialog.getByRole('button', { name: 'Move Picture 2 left' }).tap()
    await dialog.getByRole('button', { name: 'Remove Picture 3' }).tap()
    await update(page, dialog)
    expect(await picturesOf(db, name)).toEqual(['back.jpg', 'front.jpg'])
  })
})
