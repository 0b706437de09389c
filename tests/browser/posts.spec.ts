import { aBook, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, openTab, phone as onPhone, test } from '#tests/support/browser.ts'
import { aJpeg, fillBook, fillNovel, fillOrder, unique } from '#tests/support/fill.ts'

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
  await expect(item).toContainText(/Science.*Good\(used\)/)
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
  await page.getByLabel('Picture 3').setInputFiles(await aJpeg('page.jpg'))
  await page.getByRole('button', { name: 'Upload Novel' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Novel uploaded successfully')
  await page.goto('/?tab=novels')
  await expect(page.getByRole('article', { name })).toContainText(/Fiction · Arts.*Superb\(used\)/)
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
  await expect(page.getByText('Please upload at least 2 pictures')).toHaveCount(1)
  await expect(page.getByText('Try again')).toHaveCount(0) // no upload was tried yet
  await expect(page.getByText('Original Price is required')).toBeVisible()

  await fillBook(page, 'Physics')
  await page.getByLabel('Picture 2').setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await page.getByRole('button', { name: 'Upload Book' }).click()
  const error = page.getByRole('alertdialog', { name: 'Error' })
  await expect(error).toContainText('Failed to upload book')
  await error.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Please upload only PNG, JPG, or JPEG images.')).toBeVisible()
  await expect(page.getByLabel('Picture 2')).toBeFocused()
  await expect(page.getByLabel('Book Name')).toHaveValue('Physics')
  await expect(page.getByText('front.jpg')).toBeVisible()

  await page.getByLabel('Selling Price').fill('₹500')
  await page.getByRole('button', { name: 'Upload Book' }).click()
  await expect(page.getByText('Selling Price is more than the original price of ₹495')).toBeVisible()

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
  await page.getByRole('button', { name: 'Load More' }).press('Enter')
  await expect(items).toHaveCount(24)
  await expect(items.nth(12).getByRole('link')).toBeFocused()
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

test('posts that Load More added are bought, commented on and, as notes, previewed', async ({ page, db, signIn }) => {
  const seller = await aStudent(db)
  for (let n = 0; n < 14; n++) await aBook(db, seller, { name: unique('Added book') })
  for (let n = 0; n < 13; n++) await aNote(db, seller, { name: unique('Added note') })
  await signIn(await aStudent(db))
  await page.goto('/?tab=books')
  const items = page.getByRole('article')
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(items.nth(13)).toBeVisible()
  // By name: what other stories post meanwhile comes before them.
  const nameAt = async (nth: number) => (await items.nth(nth).getAttribute('aria-label'))!
  const [thirteenth, fourteenth] = [await nameAt(12), await nameAt(13)]
  const item = (name: string) => page.getByRole('article', { name, exact: true })
  await item(thirteenth).getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByRole('dialog', { name: 'Buy' })).toContainText(thirteenth)
  await fillOrder(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, 'Book purchased successfully!')

  await item(fourteenth).getByRole('button', { name: 'Comment' }).click()
  const comments = page.getByRole('dialog', { name: 'Comments' })
  await expect(comments).toContainText(fourteenth)
  await comments.getByLabel('Comment', { exact: true }).fill('Which edition is it?')
  await comments.getByRole('button', { name: 'Add Comment' }).click()
  await closeSuccess(page, 'Comment added successfully!')
  await expect(comments).toBeHidden()
  await item(fourteenth).getByRole('button', { name: 'Comment' }).click()
  await expect(comments.getByText('Which edition is it?')).toBeVisible()

  // A reload shows the comments as a page; the list that Back finds is as long as before.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Comments' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goBack()
  await expect(items.nth(13)).toBeVisible()

  await openTab(page, "Note's")
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(items.nth(12)).toBeVisible()
  const note = await nameAt(12)
  await item(note).getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog', { name: note })).toBeVisible()
})

test('a novel that came by scrolling is bought', async ({ page, db, signIn }) => {
  const seller = await aStudent(db)
  for (let n = 0; n < 50; n++) await aNovel(db, seller, { name: unique('Scrolled') })
  await signIn(await aStudent(db))
  await page.goto('/?tab=novels')
  await page.mouse.wheel(0, 20_000)
  const later = page.getByRole('article').nth(48)
  await later.getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByRole('dialog', { name: 'Buy' })).toContainText((await later.getAttribute('aria-label'))!)
  await fillOrder(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Novel purchased successfully!')
})

test('cards of own posts offer Edit in place of Buy', async ({ page, db, signIn }) => {
  const [student, store] = [await aStudent(db), await aStore(db)]
  const [mine, note, theirs] = [unique('Mine'), unique('My note'), unique('Of the store')]
  await aNovel(db, student, { name: mine })
  await aNote(db, student, { name: note })
  await aBook(db, store, { name: theirs })
  await signIn(student)
  await page.goto('/')
  await expect(page.getByRole('article', { name: mine }).getByRole('button', { name: 'Buy' })).toHaveCount(0)
  await page.goto('/?tab=books')
  await expect(page.getByRole('article', { name: theirs }).getByRole('button', { name: 'Buy' })).toBeVisible()
  await openTab(page, "Note's")
  await page.getByRole('article', { name: note }).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit note' }).getByLabel('Name', { exact: true })).toHaveValue(note)
  await expect(page.getByRole('tab', { name: 'Notes', exact: true })).toHaveAttribute('aria-selected', 'true')

  await signIn(store)
  await page.goto('/market')
  await page.getByRole('article', { name: theirs }).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Post' }).getByLabel('Name', { exact: true })).toHaveValue(theirs)
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
    expect(await axe(page)).toEqual([])
  })

  test('the overlay stays until the post is saved', async ({ page, db, signIn }) => {
    await signIn(await aStudent(db))
    await page.goto('/CreateBooksAndNovels')
    await fillBook(page, unique('Saved'))
    const saving = Promise.withResolvers<void>()
    const mayBeSaved = Promise.withResolvers<void>()
    await page.route(/CreateBooksAndNovels\.data/, async (route) => {
      saving.resolve()
      await mayBeSaved.promise
      await route.continue()
    })
    const overlay = page.getByRole('alertdialog', { name: 'Uploading... Please wait' })
    await page.evaluate(() => document.addEventListener('close', () => (document.title = 'closed'), { capture: true }))
    await page.getByRole('button', { name: 'Upload Book' }).click()
    await saving.promise
    await expect(overlay).toBeVisible()
    await expect(page).not.toHaveTitle('closed') // no dialog has closed so far
    mayBeSaved.resolve()
    await expect(page.getByRole('alertdialog', { name: 'Success' })).toBeVisible()
    await expect(overlay).toBeHidden()
  })
})

test.describe('on a phone without a connection', () => {
  test.use({ ...onPhone, provoked: /ERR_INTERNET_DISCONNECTED/ })

  test('an upload that fails says so in a dialog, and then shows what to do', async ({ page, db, signIn, context }) => {
    await signIn(await aStudent(db))
    await page.goto('/CreateBooksAndNovels')
    await fillBook(page, 'Kept')
    await context.setOffline(true)
    const upload = page.getByRole('button', { name: 'Upload Book' })
    await upload.click()
    const error = page.getByRole('alertdialog', { name: 'Error' })
    await expect(error).toContainText('Failed to upload book')
    await error.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByText('No connection. What you filled in is kept: please try again.')).toBeInViewport()
    await expect(page.getByLabel('Picture 1')).toBeFocused()
    await context.setOffline(false)
    await upload.click()
    await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText('Book uploaded successfully')
  })
})
