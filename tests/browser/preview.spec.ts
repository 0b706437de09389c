import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { startSession } from '#app/accounts/sessions.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { aCourse, aNote, aStore, aStudent } from '#database/makers.ts'
import { axe, expect, openTab, phone as onPhone, test } from '#tests/support/browser.ts'
import { unique } from '#tests/support/fill.ts'
import { pdf, scannedPdf } from '#tests/support/pdfs.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

interface Site {
  db: Kysely<Tables>
  address: string
}

async function stored({ db, address }: Site, content: Buffer) {
  const to = `${address}/uploads/pdf?name=a.pdf`
  const session = await startSession(db, await aStudent(db))
  const headers = { Cookie: `puthi-session=${session}; __Host-puthi-session=${session}` } // behind https the other one
  const answer = await fetch(to, { method: 'POST', body: new Uint8Array(content), headers })
  return ((await answer.json()) as { key: string }).key
}

/** Adds a post with two PDFs whose previews are drawn: notes, unless `make` says otherwise. */
async function notes(site: Site, { first = pdf({ pages: 8 }), make = aNote } = {}) {
  const pdfs = { pdf1: await stored(site, first), pdf2: await stored(site, pdf({ pages: 2 })) }
  for (const key of Object.values(pdfs)) await takeFile(site.db, key, 'uploads')
  const post = await make(site.db, await aStudent(site.db), { ...pdfs, name: unique('Algebra') })
  await untilDrawn(site, post)
  return post
}

async function untilDrawn({ address }: Site, { id }: { id: string }) {
  for (const number of [1, 2]) {
    const status = async () => (await fetch(`${address}/posts/${id}/preview/${number}`, { method: 'HEAD' })).status
    await expect.poll(status, { timeout: 50_000 }).toBe(200)
  }
}

const previewLink = (page: Page, { name }: { name: string }) =>
  page.getByRole('article', { name }).getByRole('button', { name: 'Preview' })

async function openPreview(page: Page, post: { name: string }) {
  await previewLink(page, post).click()
  await expect(page.getByRole('dialog', { name: post.name })).toBeVisible()
}

const pageOfPdf = (page: Page, number: number, of: number) =>
  page.getByRole('figure', { name: `Page ${number} of ${of}`, exact: true })

/** Opens a list and waits for its script: before hydration, Preview loads the page anew with the preview in it. */
async function visit(page: Page, address: string) {
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('data-protected')
}

/** Waits until a page of the PDF is drawn: some of its pixels are dark. */
async function expectDrawn(page: Page, number: number, of: number) {
  await expect
    .poll(() =>
      pageOfPdf(page, number, of)
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => {
          if (canvas.width === 0) return false
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
          return data.some((value, at) => at % 4 === 0 && value < 40 && data[at + 3] === 255)
        }),
    )
    .toBe(true)
}

/** Collects path and query of all requests from now on. */
function requestsOf(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  return asked
}

test.describe('on a phone', () => {
  test.use(onPhone)
  const lost = 'No connection. Not all of the PDF arrived.'

  test('a visitor sees the first pages of both PDFs of a note, and how many more there are', async ({
    page,
    db,
    site,
  }) => {
    const note = await notes({ db, address: site.address })
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
    const note = await notes({ db, address: site.address })
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
    const note = await notes({ db, address: site.address })
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
      await page.goto(`/?tab=notes&preview=${note.id}&pdf=2`)
      await expect(page.getByText('There is no preview of this PDF.')).toBeVisible()
      expect(await axe(page, 'dialog')).toEqual([])
    })
  })

  test('Back closes the preview and leaves the list as it was', async ({ page, db, site }) => {
    const note = await notes({ db, address: site.address })
    await visit(page, '/?tab=notes')
    const asked = requestsOf(page)
    await openPreview(page, note)
    await expect(page).toHaveURL(`/?tab=notes&preview=${note.id}`)
    await openTab(page, 'PDF 2')
    await expect(page).toHaveURL(`/?tab=notes&preview=${note.id}&pdf=2`)
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/?tab=notes')
    await expect(previewLink(page, note)).toBeFocused()
    expect(asked.filter((address) => address.includes('.data'))).toEqual([]) // the list was not requested again
    await page.goForward()
    await expect(page.getByRole('dialog', { name: note.name })).toBeVisible()
  })

  test('Close and Escape give the focus back to Preview, and leave nothing to go back to', async ({
    page,
    db,
    site,
  }) => {
    const course = await notes({ db, address: site.address }, { make: aCourse })
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

  test('its address opens it, though the post is not on the first page of the list', async ({ page, db, site }) => {
    const note = await notes({ db, address: site.address })
    for (let n = 0; n < 12; n++) await aNote(db, await aStudent(db))
    await page.goto(`/?tab=notes&preview=${note.id}&pdf=2`)
    await expect(page.getByRole('dialog', { name: note.name })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'PDF 2' })).toHaveAttribute('aria-selected', 'true')
    await expectDrawn(page, 1, 2)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/?tab=notes')

    await page.goto('/?tab=notes&preview=nothing')
    await expect(page.getByRole('heading', { name: "Note's" })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('a store reads it in the marketplace', async ({ page, db, site, signIn }) => {
    const note = await notes({ db, address: site.address })
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
      const note = await notes({ db, address: site.address })
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
      const note = await notes({ db, address: site.address })
      await visit(page, '/?tab=notes')
      await page.route('**/open-pdf*', (route) => route.abort())
      await openPreview(page, note)
      await expect(page.getByRole('alert')).toContainText(lost)
      await page.unroute('**/open-pdf*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectDrawn(page, 1, 4)
    })

    test('a dialog that did not arrive says so, and opens once it does', async ({ page, db, site }) => {
      const note = await notes({ db, address: site.address })
      await visit(page, '/?tab=notes')
      const away = /preview-dialog|healthz/
      await page.route(away, (route) => route.abort())
      await previewLink(page, note).click()
      const error = page.getByRole('alertdialog', { name: 'Error' })
      await expect(error).toContainText('No connection. The preview did not arrive.')
      await error.getByRole('button', { name: 'OK' }).click()
      await expect(page).toHaveURL('/?tab=notes')
      await page.unroute(away)
      await openPreview(page, note)
    })
  })

  test.describe('where all pages are shown', () => {
    let server: TestServer
    let all: Site
    test.beforeAll(async () => {
      const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
      server = await startServer({ DATABASE_URL: databaseUrl, PREVIEW_PAGES: 'all', LOG_LEVEL: 'warn' })
      all = { address: server.address, db: createDb(databaseUrl, { max: 3 }) }
    })
    test.afterAll(async () => {
      await all.db.destroy()
      await server.stop()
    })

    /** Opens the preview of scanned pages, of which each is half a megabyte, once it is drawn. */
    async function openScans(page: Page, pages: number) {
      const note = await notes(all, { first: scannedPdf({ pages }) })
      await visit(page, `${all.address}/?tab=notes`)
      await openPreview(page, note)
      await expectDrawn(page, 1, pages)
      return note
    }

    test('of a large preview only what is read is fetched', async ({ page }) => {
      let bytes = 0
      page.on('response', (answer) => {
        const isPart = answer.request().method() === 'GET' && answer.url().includes('/preview/')
        if (isPart) bytes += Number(answer.headers()['content-length'])
      })
      const { id } = await openScans(page, 12)
      await pageOfPdf(page, 12, 12).scrollIntoViewIfNeeded()
      await expectDrawn(page, 12, 12)
      const { headers } = await fetch(`${all.address}/posts/${id}/preview/1`, { method: 'HEAD' })
      expect(bytes).toBeGreaterThan(128_000)
      expect(bytes).toBeLessThan(Number(headers.get('Content-Length')) * 0.75)
    })

    test('pages that are far away give their memory back', async ({ page }) => {
      const note = await notes(all, { first: pdf({ pages: 20 }) })
      await visit(page, `${all.address}/?tab=notes`)
      await openPreview(page, note)
      await expectDrawn(page, 1, 20)
      const { height } = (await pageOfPdf(page, 20, 20).boundingBox())!
      expect(height).toBeGreaterThan(450) // its space is reserved before it is drawn
      await pageOfPdf(page, 20, 20).scrollIntoViewIfNeeded()
      await expectDrawn(page, 20, 20)
      await expect(pageOfPdf(page, 1, 20).locator('canvas')).toHaveCount(0)
      expect(await page.locator('canvas').count()).toBeLessThan(8)
      await pageOfPdf(page, 1, 20).scrollIntoViewIfNeeded()
      await expectDrawn(page, 1, 20)
    })

    test('a preview that was replaced meanwhile is read from its start', async ({ page }) => {
      // Routed requests bypass the browser's HTTP cache, which may notice by itself that the file was replaced.
      await page.route('**/preview/1', (route) => route.continue())
      const note = await openScans(page, 12)
      const pdf1 = await stored(all, scannedPdf({ pages: 9 }))
      await takeFile(all.db, pdf1, 'uploads')
      await all.db.updateTable('posts').set({ pdf1 }).where('id', '=', note.id).execute()
      await untilDrawn(all, note)
      await pageOfPdf(page, 12, 12).scrollIntoViewIfNeeded()
      await expect(page.getByRole('alert')).toContainText('This PDF cannot be shown.')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectDrawn(page, 1, 9)
    })

    test.describe('on a bad connection', () => {
      test.use({ provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })

      test('a connection that is lost half-way goes on where it was', async ({ page }) => {
        await openScans(page, 12)
        await page.context().setOffline(true)
        await pageOfPdf(page, 10, 12).scrollIntoViewIfNeeded()
        await expect(page.getByRole('alert')).toContainText(lost)
        await page.getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('alert')).toContainText(lost)
        await page.context().setOffline(false)
        await page.getByRole('button', { name: 'Try again' }).click()
        await expectDrawn(page, 10, 12)
        await expect(pageOfPdf(page, 10, 12)).toBeInViewport()
        await expect(page.getByRole('alert')).toBeHidden()
        await expect(page.getByRole('tabpanel', { name: 'PDF 1' }).locator(':focus')).toHaveCount(1)
      })
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
    await db.destroy()
    await server.stop()
  })
})

test('a browser that says it shows PDFs gets a frame of the PDF without a toolbar', async ({ page, db, site }) => {
  const note = await notes({ db, address: site.address })
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
  const note = await notes({ db, address: site.address })
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  await visit(page, '/?tab=notes')
  await previewLink(page, note).press('Enter')
  await expectDrawn(page, 1, 4)
  await page.keyboard.press('End')
  await expectDrawn(page, 4, 4)
  await expect(pageOfPdf(page, 4, 4).getByText('Page 4 of 4')).toBeInViewport()
})

test('pressed before the script is there, Preview opens the page with the preview in it', async ({
  page,
  db,
  site,
}) => {
  const note = await notes({ db, address: site.address })
  await page.route(/assets\/entry\.client/, async () => {}) // the request stays pending
  await page.goto('/?tab=notes', { waitUntil: 'commit' })
  await previewLink(page, note).click()
  await expect(page).toHaveURL(new RegExp(`[?&]preview=${note.id}`))
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('dialog', { name: note.name })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('Preview leads to the page with links to the PDFs', async ({ page, db, site }) => {
    const note = await notes({ db, address: site.address })
    await page.goto('/?tab=notes')
    await previewLink(page, note).click()
    await expect(page).toHaveURL(new RegExp(`[?&]preview=${note.id}`))
    await expect(page.getByRole('link', { name: 'PDF 2' })).toHaveAttribute('href', `/posts/${note.id}/preview/2`)
    await expect(page.getByText('Loading...')).toBeHidden()
  })
})
