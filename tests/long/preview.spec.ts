// Previews of many large pages, and over connections that break: on a phone.
import type { Page } from '@playwright/test'

import { takeFile } from '#app/files/storage/take-file.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { expect, phone, test } from '#tests/support/browser.ts'
import { pdf, scannedPdf } from '#tests/support/pdfs.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import {
  expectDrawn,
  notes,
  openPreview,
  pageOfPdf,
  type Site,
  stored,
  untilDrawn,
  visit,
} from '#tests/support/previews.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

test.use(phone)
const lost = 'No connection. Not all of the PDF arrived.'

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
