import type { Kysely } from 'kysely'

import type { Tables } from '#app/platform/db.server.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, openTab, phone as onPhone, test } from '#tests/support/browser.ts'
import { aPdf } from '#tests/support/fill.ts'

async function rowOf(db: Kysely<Tables>, id: string) {
  return db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
}

test('a student finds the own posts by kind, and edits a book', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const book = await aBook(db, student, { name: 'Concepts of Physics', className: 'Class XI', sellingPricePaise: null })
  await aNovel(db, student, { name: 'Mrityunjay' })
  await aNote(db, student, { name: 'Optics', collegeName: 'Cotton College', discount: 15 })
  await aCourse(db, student, { name: 'Spoken English' })
  await aBook(db, await aStudent(db), { name: 'Of another' })
  await signIn(student)
  await page.goto('/AlterBooksAndNovels')
  await expect(page.getByRole('heading', { name: 'Manage Your Posts' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  const card = page.getByRole('article', { name: 'Concepts of Physics' })
  await expect(card).toContainText('H. C. Verma')
  await expect(card).toContainText('Class XI')
  await expect(card).toContainText('₹495')
  await card.getByRole('link', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  await page.goBack()
  await card.getByRole('link', { name: book.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: book.name })).toBeVisible()
  await page.goBack()
  expect(await axe(page)).toEqual([])

  for (const [tab, name] of [
    ['Novels', 'Mrityunjay'],
    ['Notes', 'Optics'],
    ['Course Materials', 'Spoken English'],
  ] as const) {
    await openTab(page, tab)
    await expect(page.getByRole('article', { name })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
  }
  await openTab(page, 'Notes')
  const note = page.getByRole('article', { name: 'Optics' })
  await expect(note).toContainText('Cotton College')
  await expect(note).toContainText('HSLC (SEBA)')
  await expect(note).toContainText('15% off')

  await openTab(page, 'Books')
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit book' })
  await expect(dialog.getByLabel('Author Name')).toHaveValue('H. C. Verma')
  await expect(dialog.getByLabel('College Name')).toHaveCount(0)
  await dialog.getByLabel('Name', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Concepts of Physics, Part 1')
  await dialog.getByLabel('Price', { exact: true }).fill('500')
  await dialog.getByLabel('Discount').fill('10')
  await expect(dialog.getByText('Buyer pays ₹450.')).toBeVisible()
  await dialog.getByLabel('Description').fill('A few pages are marked.')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await closeSuccess(page, 'Post updated successfully')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: 'Concepts of Physics, Part 1' })).toContainText('10% off')
  await expect(page.getByRole('article', { name: 'Concepts of Physics, Part 1' })).toContainText('Buyer pays ₹450')
  expect(await rowOf(db, book.id)).toMatchObject({
    pricePaise: 50_000,
    discount: 10,
    description: 'A few pages are marked.',
    stream: 'Science',
    condition: 'Good(used)',
  })
  await expect(page).toHaveURL(/AlterBooksAndNovels\?tab=books$/)
})

test('a student replaces a PDF of a note, and only the own category changes when it is touched', async ({
  page,
  db,
  signIn,
  request,
}) => {
  const student = await aStudent(db)
  await signIn(student)
  await page.goto('/CreateCourseAndNotes')
  await page.getByLabel('PDF 1').setInputFiles(aPdf('algebra.pdf'))
  await page.getByLabel('PDF 2').setInputFiles(aPdf('geometry.pdf'))
  await page.getByLabel('Name', { exact: true }).fill('Mathematics')
  await page.getByLabel('Category', { exact: true }).selectOption("Art's (Degree)")
  await page.getByLabel('Price', { exact: true }).fill('70')
  await page.getByRole('button', { name: 'Upload Notes' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toBeVisible()
  const before = await db.selectFrom('posts').selectAll().where('sellerId', '=', student.id).executeTakeFirstOrThrow()

  await page.goto('/AlterBooksAndNovels?tab=notes')
  const card = page.getByRole('article', { name: 'Mathematics' })
  const address = await card.getByRole('link', { name: 'View PDF 1' }).getAttribute('href')
  await expect(card.getByRole('link', { name: 'View PDF 2' })).toHaveAttribute('href', address!.replace(/1$/, '2'))
  const own = await page.request.get(address!)
  expect([own.status(), own.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect((await own.body()).equals(aPdf('').buffer)).toBe(true)

  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit note' })
  await expect(dialog.getByText('algebra.pdf')).toBeVisible()
  await expect(dialog.getByLabel('Category', { exact: true })).toHaveValue("Art's (Degree)")
  await expect(dialog.getByLabel('Category', { exact: true }).locator('option')).toHaveText([
    "Art's (Degree)",
    'HSLC (SEBA)',
    'Higher Secondary (Science)',
    'Higher Secondary (Commerce)',
    'Higher Secondary (Arts)',
    'Other',
  ])
  const wrong = { name: 'b.pdf', mimeType: 'application/pdf', buffer: Buffer.from('plain text') }
  await dialog.getByLabel('PDF 1').setInputFiles(wrong)
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  const error = page.getByRole('alertdialog', { name: 'Error' })
  await expect(error).toContainText('Failed to update post')
  await error.getByRole('button', { name: 'OK' }).click()
  await expect(dialog.getByText('Please upload only PDF files.')).toBeVisible()
  await dialog.getByLabel('PDF 1').setInputFiles(aPdf('calculus.pdf', 3))
  await dialog.getByLabel('College Name').fill('Jorhat College')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Post updated successfully')
  await expect(card).toContainText('Jorhat College')

  const after = (await rowOf(db, before.id))!
  expect(after).toMatchObject({ category: "Art's (Degree)", pdf2: before.pdf2, pricePaise: 7_000 })
  expect(after.pdf1).toContain('calculus')
  expect(await db.selectFrom('files').select('key').where('key', '=', before.pdf1!).execute()).toEqual([])

  const stranger = await request.get(address!, { maxRedirects: 0 })
  expect([stranger.status(), stranger.headers().location]).toEqual([302, expect.stringContaining('/login?to=')])
})

test('a student is asked before a post is deleted, and hears of it', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const posts = [
    ['books', 'book', await aBook(db, student)],
    ['novels', 'novel', await aNovel(db, student)],
    ['notes', 'note', await aNote(db, student)],
    ['courses', 'course material', await aCourse(db, student)],
  ] as const
  await signIn(student)
  for (const [tab, word, { id, name }] of posts) {
    await page.goto(`/AlterBooksAndNovels?tab=${tab}`)
    const card = page.getByRole('article', { name })
    await card.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect(question).toContainText(`Do you want to delete this ${word}?`)
    await expect(question).toContainText(name)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page).not.toHaveURL(/delete=/) // Cancel goes back in the history, which takes a moment
    expect(await rowOf(db, id)).toBeDefined()

    await card.getByRole('button', { name: 'Delete' }).click()
    if (tab === 'books') expect(await axe(page, 'dialog')).toEqual([])
    await question.getByRole('button', { name: 'Delete' }).click()
    await closeSuccess(page, 'Post deleted successfully!')
    await expect(card).toHaveCount(0)
    expect(await rowOf(db, id)).toBeUndefined()
    await expect(page.getByText('Nothing posted yet')).toBeVisible()
  }
})

test('a store edits and deletes its books and novels', async ({ page, db, signIn }) => {
  const store = await aStore(db)
  const book = await aBook(db, store, { name: 'Indian Polity', authorName: '' })
  const novel = await aNovel(db, store, { name: 'Pita Putra' })
  await signIn(store)
  await page.goto('/AlterPosts')
  await expect(page.getByRole('article')).toHaveCount(2)
  await openTab(page, 'Novels')
  await expect(page.getByRole('article')).toHaveCount(1)
  await openTab(page, 'All')
  await expect(page.getByRole('article', { name: 'Pita Putra' })).toContainText('Novel')
  await page.getByRole('article', { name: 'Indian Polity' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(dialog.getByText('Author Name is required')).toBeVisible()
  await dialog.getByLabel('Author Name').fill('M. Laxmikanth')
  await dialog.getByLabel('Condition').selectOption('Superb(used)')
  await dialog.getByLabel('Selling Price').fill('450')
  expect(await axe(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await closeSuccess(page, 'Post updated successfully')
  expect(await rowOf(db, book.id)).toMatchObject({
    authorName: 'M. Laxmikanth',
    condition: 'Superb(used)',
    sellingPricePaise: 45_000,
    stream: 'Science',
  })

  const card = page.getByRole('article', { name: 'Pita Putra' })
  await card.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Description').fill('')
  await dialog.getByLabel('Category').fill('')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(dialog.getByText('Category is required')).toBeVisible()
  await expect(dialog.getByText('Description is required')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused()

  await card.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(question).toContainText('Once deleted, you will not be able to recover this post!')
  await question.getByRole('button', { name: 'Delete' }).click()
  const deleted = page.getByRole('alertdialog', { name: 'Success' })
  await expect(deleted).toHaveAccessibleDescription('Post deleted successfully')
  await expect(card).toHaveCount(0)
  expect(await rowOf(db, novel.id)).toBeUndefined()
})

test('older posts are a page away, and closing a dialog stays there', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  for (let n = 1; n <= 25; n++) await aBook(db, student, { name: `Own ${n}` })
  await signIn(student)
  await page.goto('/AlterBooksAndNovels')
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Older posts' }).click()
  const oldest = page.getByRole('article', { name: 'Own 1' })
  await expect(page.getByRole('article')).toHaveCount(1)
  await oldest.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(oldest).toBeVisible()
  await expect(page.getByRole('link', { name: 'Older posts' })).toHaveCount(0)
})

test('what is typed before the script arrives stays in the form', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const { id } = await aBook(db, student)
  await signIn(student)
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`/AlterBooksAndNovels?tab=books&edit=${id}`, { waitUntil: 'commit' })
  const dialog = page.getByRole('dialog', { name: 'Edit book' })
  await dialog.getByLabel('Name', { exact: true }).fill('Typed early')
  await expect(page.locator('dialog:modal')).toHaveCount(0)
  script.resolve()
  await expect(page.locator('dialog:modal')).toHaveCount(1)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Typed early')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(page.getByRole('article', { name: 'Typed early' })).toBeVisible()
})

test.describe('when the server is away', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch/ })

  test('the page says what failed, and goes on when it is back', async ({ page, db, signIn }) => {
    for (const seller of [await aStudent(db), await aStore(db)]) {
      const isStore = seller.kind === 'store'
      const path = isStore ? '/AlterPosts' : '/AlterBooksAndNovels'
      await aBook(db, seller, { name: 'Kept' })
      await signIn(seller)
      await page.goto(path)
      const card = page.getByRole('article', { name: 'Kept' })
      const error = page.getByRole('alertdialog', { name: 'Error' })
      const away = `**${path}.data**`

      await card.getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Changed')
      await page.route(away, (route) => route.abort())
      await dialog.getByRole('button', { name: 'Update Post' }).click()
      await expect(error).toContainText('Failed to update post')
      await error.getByRole('button', { name: 'OK' }).click()
      await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Changed')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(card).toBeVisible()
      await page.unroute(away)

      await card.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
      await expect(question).toBeVisible()
      await page.route(away, (route) => route.abort())
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(error).toContainText('Failed to delete post')
      await error.getByRole('button', { name: 'OK' }).click()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toHaveCount(0)
      await expect(card).toBeVisible()

      await page.getByRole('tab', { name: 'Novels' }).click()
      await expect(error).toContainText(isStore ? 'Failed to fetch posts' : 'Failed to fetch your posts')
      await error.getByRole('button', { name: 'OK' }).click()
      await page.unroute(away)
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(page.getByText('Nothing posted yet')).toBeVisible()
    }
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('posts are edited and deleted', async ({ page, db, signIn }) => {
    const student = await aStudent(db)
    await aNote(db, student, { name: 'Optics' })
    await signIn(student)
    await page.goto('/AlterBooksAndNovels?tab=notes')
    const card = page.getByRole('article', { name: 'Optics' })
    await card.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit note' })
    await expect(dialog).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill('Optics and waves')
    await dialog.getByLabel('PDF 2').setInputFiles(aPdf('waves.pdf', 2))
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByRole('status')).toContainText('Post updated successfully')
    const changed = page.getByRole('article', { name: 'Optics and waves' })
    await changed.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await changed.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('status')).toContainText('Post deleted successfully!')
    await expect(changed).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('cards and the form fit, and everything to press is large enough', async ({ page, db, signIn }) => {
    const student = await aStudent(db)
    await aNote(db, student, { name: 'Long '.repeat(39).trim(), collegeName: 'College '.repeat(24).trim() })
    await signIn(student)
    await page.goto('/AlterBooksAndNovels?tab=notes')
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit note' })
    await expect(dialog.getByRole('button', { name: 'Update Post' })).toBeInViewport()
    await page.goBack()
    await expect(dialog).toBeHidden()
  })
})
