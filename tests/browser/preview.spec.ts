import { previewPath } from '#app/access/paths.ts'
import { createDb } from '#app/platform/db.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aCourse, aStore } from '#database/makers.ts'
import { axe, expect, openTab, phone as onPhone, test } from '#tests/support/browser.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import {
  expectDrawn,
  notes,
  notesToRead,
  openPreview,
  pageOfPdf,
  previewLink,
  requestsOf,
  visit,
} from '#tests/support/previews.ts'
import { startServer } from '#tests/support/server.ts'

test.describe('on a phone', () => {
  test.use(onPhone)
  const lost = 'No connection. Not all of the PDF arrived.'

  test('a visitor sees the first pages of both PDFs of a note, and how many more there are', async ({
    page,
    db,
    site,
  }) => {
    const note = await notesToRead({ db, address: site.address })
    await visit(page, '/?tab=notes')
    await openPreview(page, note)
    await expectDrawn(page, 1, 4)
    await pageOfPdf(page, 4, 4).scrollIntoViewIfNeeded()
    await expectDrawn(page, 4, 4)
    // For screen readers; the pages themselves are pictures.
    const ending = '5 more pages. Buy the notes to read them all.'
    await expect(pageOfPdf(page, 4, 4).getByText(ending)).toBeAttached()
    expect(await axe(page, 'dialog')).toEqual([])

    await openTab(page, 'PDF 2')
    await expectDrawn(page, 1, 2)
    await pageOfPdf(page, 2, 2).scrollIntoViewIfNeeded()
    await expectDrawn(page, 2, 2)
  })

  test('the viewer is loaded with the first preview, not before', async ({ page, db, site }) => {
    const note = await notesToRead({ db, address: site.address })
    const asked = requestsOf(page)
    const isOfViewer = (address: string) => /preview-dialog|open-pdf|pdf\.worker/.test(address)
    await visit(page, '/?tab=notes')
    await expect(previewLink(page, note)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.filter(isOfViewer)).toEqual([])
    await openPreview(page, note)
    await expectDrawn(page, 1, 4)
    expect(asked.filter(isOfViewer)).toHaveLength(3)
  })

  test('while the preview is being made it is said, and then it is shown', async ({ page, db, site }) => {
    const note = await notesToRead({ db, address: site.address })
    let isMade = false
    await page.route('**/preview/1', (route) =>
      isMade ? route.continue() : route.fulfill({ status: 202, body: 'The preview is being made.' }),
    )
    await visit(page, '/?tab=notes')
    await openPreview(page, note)
    const said = page.getByRole('status').filter({ hasText: 'The preview is being made. It will be here in a moment.' })
    await expect(said).toBeVisible()
    await expect(page.locator('dialog iframe, dialog canvas')).toHaveCount(0)
    expect(await axe(page, 'dialog')).toEqual([])
    isMade = true
    await expectDrawn(page, 1, 4)
    await expect(said).toBeHidden()
  })

  test.describe('of a PDF that cannot be drawn', () => {
    test.use({ provoked: /404/ })

    test('it is said that there is no preview', async ({ page, db, site }) => {
      const note = await notes({ db, address: site.address })
      // It has 2 pages.
      await db
        .updateTable('files')
        .set({ pageCount: 40, previewSettings: null, previewKey: null })
        .where('key', '=', note.pdf2)
        .execute()
      await page.goto(previewPath(note.id, 2))
      await expect(page.getByText('There is no preview of this PDF.')).toBeVisible()
      expect(await axe(page)).toEqual([])
    })
  })

  test('Back closes the preview and leaves the list as it was', async ({ page, db, site }) => {
    const note = await notesToRead({ db, address: site.address })
    await visit(page, '/?tab=notes')
    const asked = requestsOf(page)
    await openPreview(page, note)
    await expect(page).toHaveURL(previewPath(note.id))
    await openTab(page, 'PDF 2')
    await expect(page).toHaveURL(previewPath(note.id, 2))
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/?tab=notes')
    await expect(previewLink(page, note)).toBeFocused()
    expect(asked.filter((address) => address.includes('_.data'))).toEqual([]) // the list was not requested again
    await page.goForward()
    await expect(page.getByRole('dialog', { name: note.name })).toBeVisible()
  })

  test('Close and Escape give the focus back to Preview, and leave nothing to go back to', async ({
    page,
    db,
    site,
  }) => {
    const course = await notesToRead({ db, address: site.address }, aCourse)
    await visit(page, '/?tab=books')
    await openTab(page, 'Courses')
    for (const close of [
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await openPreview(page, course)
      await close()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(previewLink(page, course)).toBeFocused()
      await expect(page).toHaveURL('/?tab=courses')
    }
    await page.goBack()
    await expect(page).toHaveURL('/?tab=books')
  })

  test('its address of before leads to its page, which leads to the post', async ({ page, db, site }) => {
    const note = await notesToRead({ db, address: site.address })
    await page.goto(`/?tab=notes&preview=${note.id}&pdf=2`)
    await expect(page).toHaveURL(previewPath(note.id, 2))
    await expect(page.getByRole('heading', { level: 1, name: note.name })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'PDF 2' })).toHaveAttribute('aria-selected', 'true')
    await expectDrawn(page, 1, 2)
    await openTab(page, 'PDF 1')
    await expectDrawn(page, 1, 4)
    await pageOfPdf(page, 4, 4).scrollIntoViewIfNeeded()
    await expectDrawn(page, 4, 4)
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Close' }).click()
    await expect(page).toHaveURL(postPath(note))
  })

  test('a store reads it in the marketplace', async ({ page, db, site, signIn }) => {
    const note = await notesToRead({ db, address: site.address })
    await signIn(await aStore(db))
    await visit(page, '/market?tab=notes')
    await openPreview(page, note)
    await expectDrawn(page, 1, 4)
    await page.goBack()
    await expect(page).toHaveURL('/market?tab=notes')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test.describe('on a bad connection', () => {
    test.use({ provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })

    test('a preview that could not start does, when one tries again', async ({ page, db, site }) => {
      const note = await notesToRead({ db, address: site.address })
      await visit(page, '/?tab=notes')
      await page.route('**/preview/1', (route) => route.abort())
      await openPreview(page, note)
      await expect(page.getByRole('alert')).toContainText(lost)
      expect(await axe(page, 'dialog')).toEqual([])
      await page.unroute('**/preview/1')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectDrawn(page, 1, 4)
      await expect(page.getByRole('alert')).toBeHidden()
    })

    test('a viewer that did not arrive does, when one tries again', async ({ page, db, site }) => {
      const note = await notesToRead({ db, address: site.address })
      await visit(page, '/?tab=notes')
      await page.route('**/open-pdf*', (route) => route.abort())
      await openPreview(page, note)
      await expect(page.getByRole('alert')).toContainText(lost)
      await page.unroute('**/open-pdf*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectDrawn(page, 1, 4)
    })

    test('a dialog that did not arrive says so, and its page comes once it can', async ({ page, db, site }) => {
      const note = await notesToRead({ db, address: site.address })
      await visit(page, '/?tab=notes')
      const away = /preview-dialog|healthz/
      await page.route(away, (route) => route.abort())
      await previewLink(page, note).click()
      const error = page.getByRole('alertdialog', { name: 'Error' })
      await expect(error).toContainText('No connection. Please try again.')
      await error.getByRole('button', { name: 'OK' }).click()
      await expect(page).toHaveURL('/?tab=notes')
      await page.unroute(away)
      await previewLink(page, note).click()
      await expect(page.getByRole('heading', { level: 1, name: note.name })).toBeVisible()
    })
  })

  test('where a document viewer is set, it shows the PDF', async ({ page }) => {
    const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
    const server = await startServer({
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'https://puthi.example',
      DOCUMENT_VIEWER_URL: 'https://viewer.example/embed?url={url}&bare=1',
      LOG_LEVEL: 'warn',
    })
    const db = createDb(databaseUrl, { max: 1 })
    const note = await notes({ db, address: server.address })
    await page.route('https://viewer.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>The viewer of another site' }),
    )
    const asked = requestsOf(page)
    await visit(page, `${server.address}/?tab=notes`)
    await openPreview(page, note)
    const frame = page.getByTitle(`${note.name}, PDF 1`)
    const ours = encodeURIComponent(`https://puthi.example/posts/${note.id}/preview/1`)
    await expect(frame).toHaveAttribute('src', `https://viewer.example/embed?url=${ours}&bare=1`)
    await expect(frame.contentFrame().getByText('The viewer of another site')).toBeVisible()
    expect(asked.filter((address) => address.includes('open-pdf'))).toEqual([])

    await openTab(page, 'PDF 2')
    const second = page.getByTitle(`${note.name}, PDF 2`)
    await expect(second.contentFrame().getByText('The viewer of another site')).toBeVisible()
    await page.goBack() // the frames added no history entry
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.close() // after Back the browser asks for the icon again
    await db.destroy()
    await server.stop()
  })
})

test('a browser that says it shows PDFs gets a frame of the PDF without a toolbar', async ({ page, db, site }) => {
  const note = await notesToRead({ db, address: site.address })
  // The test browser has no PDF viewer. Here it claims one, as browsers with a viewer do, but downloads the file.
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }))
  await visit(page, '/?tab=notes')
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith(`/posts/${note.id}/preview/1`) && answer.request().method() === 'GET',
  )
  await openPreview(page, note)
  const frame = page.getByTitle(`${note.name}, PDF 1`)
  await expect(frame).toHaveAttribute('src', `/posts/${note.id}/preview/1#toolbar=0&navpanes=0&view=FitH`)
  expect((await answered).status()).toBe(200)
  const { height } = (await frame.boundingBox())!
  expect(height).toBeGreaterThan(600)
  expect(await axe(page, 'dialog > header')).toEqual([])

  await openTab(page, 'PDF 2')
  await expect(page.getByTitle(`${note.name}, PDF 2`)).toHaveAttribute('src', /\/preview\/2#toolbar=0/)
})

test('a browser of a computer that shows no PDFs gets our viewer, and its keys scroll', async ({ page, db, site }) => {
  const note = await notesToRead({ db, address: site.address })
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  await visit(page, '/?tab=notes')
  await previewLink(page, note).press('Enter')
  await expectDrawn(page, 1, 4)
  await page.keyboard.press('End')
  await expectDrawn(page, 4, 4)
  await expect(pageOfPdf(page, 4, 4).getByText('Page 4 of 4')).toBeInViewport()
})

test('pressed before the script is there, Preview leads to its page', async ({ page, db, site }) => {
  const note = await notesToRead({ db, address: site.address })
  await page.route(/assets\/entry\.client/, async () => {}) // the request stays pending
  await page.goto('/?tab=notes', { waitUntil: 'commit' })
  await previewLink(page, note).click()
  await expect(page.getByRole('link', { name: 'PDF 2' })).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'PDF 2' })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('Preview leads to a page with links to the PDFs', async ({ page, db, site }) => {
    const note = await notesToRead({ db, address: site.address })
    await page.goto('/?tab=notes')
    await previewLink(page, note).click()
    await expect(page.getByRole('heading', { level: 1, name: note.name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'PDF 2' })).toHaveAttribute('href', `/posts/${note.id}/preview/2`)
    await page.getByRole('link', { name: 'Close', exact: true }).click()
    await expect(page).toHaveURL(postPath(note))
  })
})
