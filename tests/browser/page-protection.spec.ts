import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { startSession } from '#app/accounts/sessions.server.ts'
import { createDb, type Tables } from '#app/platform/db.server.ts'
import { aBook, anOrder, aStore, aStudent } from '#database/makers.ts'
import { expect, test as base } from '#tests/support/browser.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

const test = base.extend<object, { contentSite: { address: string; db: Kysely<Tables> } }>({
  contentSite: [
    async ({}, use) => {
      const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
      const server = await startServer({ DATABASE_URL: databaseUrl, PAGE_PROTECTION: 'content', LOG_LEVEL: 'warn' })
      const db = createDb(databaseUrl, { max: 2 })
      await use({ address: server.address, db })
      await db.destroy()
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

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
      // The following must stay allowed.
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
  await expect(page.getByLabel('Reason')).toBeVisible() // the page and its script work
  expect(isLoaded).toBe(false)
  await expect(page.locator('html')).not.toHaveAttribute('data-protected')
  await server.stop()
})

/** Which of the actions that page protection blocks are allowed on the first element that matches. */
function allowedAt(page: Page, selector: string) {
  return page.evaluate((where) => {
    const target = document.querySelector(where)!
    const allowed = (event: Event) => target.dispatchEvent(event)
    const deeds = ['copy', 'cut', 'paste', 'contextmenu', 'selectstart'].filter((type) =>
      allowed(new Event(type, { bubbles: true, cancelable: true })),
    )
    const print = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'p', ctrlKey: true })
    return [...deeds, ...(allowed(print) ? ['print'] : [])]
  }, selector)
}

const ofFields = ['copy', 'cut', 'paste', 'contextmenu', 'selectstart']
const all = [...ofFields, 'print']

async function isOnPaper(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const isShown = await page.getByRole('heading', { level: 1 }).isVisible()
  await page.emulateMedia({ media: null })
  return isShown
}

test.describe('of content only', () => {
  test.use({ baseURL: ({ contentSite }, use) => use(contentSite.address) })

  test('a password is pasted from a password manager, and what others published stays protected', async ({
    page,
    context,
    contentSite,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: contentSite.address })
    await page.goto('/login')
    await page.evaluate(() => navigator.clipboard.writeText('9876543210'))
    for (const label of ['Phone Number', 'Password']) {
      await page.getByLabel(label).focus()
      await page.keyboard.press('Control+V')
      await expect(page.getByLabel(label)).toHaveValue('9876543210')
    }
    await page.getByLabel('Phone Number').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Control+X')
    await expect(page.getByLabel('Phone Number')).toHaveValue('')
    expect(await allowedAt(page, 'input[type=password]')).toEqual(ofFields)

    await page.goto('/')
    expect(await allowedAt(page, 'h1')).toEqual([])
    expect(await isOnPaper(page)).toBe(false)
  })

  test('legal texts are copied and printed by everybody', async ({ page }) => {
    await page.goto('/terms')
    expect(await allowedAt(page, 'h1')).toEqual(all)
    expect(await isOnPaper(page)).toBe(true)
  })

  test('the own orders are copied and printed; the way to them and back changes nothing', async ({
    page,
    context,
    contentSite,
  }) => {
    const { address, db } = contentSite
    const [seller, buyer] = [await aStudent(db), await aStudent(db)]
    const book = await aBook(db, seller, { name: 'Concepts of Physics' })
    await anOrder(db, { postId: book.id, itemName: book.name, sellerId: seller.id, buyerId: buyer.id })
    await context.addCookies([{ name: 'puthi-session', value: await startSession(db, seller), url: address }])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address })

    await page.goto('/userOrders')
    const name = page.getByText('Rina Das')
    await name.click({ clickCount: 3 })
    await page.keyboard.press('Control+C')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Rina Das')
    expect(await allowedAt(page, 'h1')).toEqual(all)
    expect(await isOnPaper(page)).toBe(true)

    // Client-side navigation: the document stays the same.
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pass the book on.')
    expect(await allowedAt(page, 'h1')).toEqual([])
    expect(await isOnPaper(page)).toBe(false)
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await expect(name).toBeVisible()
    expect(await allowedAt(page, 'h1')).toEqual(all)

    const allowed: Record<string, string[]> = {}
    const own = [
      '/account',
      '/account/security',
      '/account/address',
      '/notices',
      '/my-requests',
      '/profile',
      '/alterbooksandnovels/',
      '/CreateBooksAndNovels',
      '/CreateCourseAndNotes',
    ]
    for (const path of [...own, '/?tab=books']) {
      await page.goto(path)
      allowed[path] = await allowedAt(page, 'h1')
    }
    expect(allowed).toEqual({ ...Object.fromEntries(own.map((path) => [path, all])), '/?tab=books': [] })
  })

  test('a store prints its profile, but not the marketplace', async ({ page, context, contentSite }) => {
    const { address, db } = contentSite
    const store = await aStore(db)
    await context.addCookies([{ name: 'puthi-session', value: await startSession(db, store), url: address }])
    const printed: string[] = []
    for (const path of ['/', '/orderlist', '/AlterPosts', '/CreatePost', '/account', '/market']) {
      await page.goto(path)
      if (await isOnPaper(page)) printed.push(path)
    }
    expect(printed).toEqual(['/', '/orderlist', '/AlterPosts', '/CreatePost', '/account'])
  })
})
