import { expect, test } from '#tests/support/browser.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

test('copying, pasting, selecting, the context menu, printing and developer keys are blocked', async ({ page }) => {
  await page.goto('/ContactUs')
  await expect(page.locator('html')).toHaveAttribute('data-protected')

  const blocked = await page.evaluate(() => {
    const name = document.querySelector<HTMLInputElement>('input[name=name]')!
    const heading = document.querySelector('h1')!
    const isBlocked = (target: Element, event: Event) => !target.dispatchEvent(event)
    const of = (type: string) => new Event(type, { bubbles: true, cancelable: true })
    const key = (init: KeyboardEventInit) => new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
    return {
      copy: isBlocked(heading, of('copy')),
      cut: isBlocked(name, of('cut')),
      paste: isBlocked(name, of('paste')),
      menu: isBlocked(heading, of('contextmenu')),
      select: isBlocked(heading, of('selectstart')),
      print: isBlocked(heading, key({ key: 'p', ctrlKey: true })),
      source: isBlocked(heading, key({ key: 'u', ctrlKey: true })),
      tools: isBlocked(heading, key({ key: 'I', ctrlKey: true, shiftKey: true })),
      f12: isBlocked(heading, key({ key: 'F12' })),
      // left alone
      typing: isBlocked(name, key({ key: 'p' })),
      tab: isBlocked(name, key({ key: 'Tab' })),
      selectInField: isBlocked(name, of('selectstart')),
      all: isBlocked(name, key({ key: 'a', ctrlKey: true })),
    }
  })
  const { typing, tab, selectInField, all, ...forbidden } = blocked
  expect(Object.values(forbidden)).toEqual(Object.values(forbidden).map(() => true))
  expect({ typing, tab, selectInField, all }).toEqual({ typing: false, tab: false, selectInField: false, all: false })
})

test('the print-screen key empties the clipboard', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.address })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-protected')
  await page.evaluate(() => navigator.clipboard.writeText('a page'))
  await page.keyboard.press('PrintScreen')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('')
})

test('on paper there is nothing', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-protected')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
})

test('switched off by configuration, it leaves the page alone', async ({ page }) => {
  const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
  const server = await startServer({ DATABASE_URL: databaseUrl, PAGE_PROTECTION: 'off', LOG_LEVEL: 'warn' })
  let isLoaded = false
  page.on('request', (request) => (isLoaded ||= request.url().includes('page-protection')))
  await page.goto(server.address, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByLabel('Reason')).toBeVisible() // the page is alive
  expect(isLoaded).toBe(false)
  await expect(page.locator('html')).not.toHaveAttribute('data-protected')
  await server.stop()
})
