import { rmSync } from 'node:fs'

import { AxeBuilder } from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  devices,
  expect,
  type Page,
  test as base,
} from '@playwright/test'
import type { Kysely } from 'kysely'

import { startSession } from '#app/accounts/sessions.server.ts'
import { createDb, type Tables } from '#app/platform/db.server.ts'

import { keepSeen, watchMessages } from './messages.ts'
import { createDatabase } from './postgres.ts'
import { copyProject, replaceOnce } from './project-copy.ts'
import { startServer } from './server.ts'

interface Fixtures {
  /** Errors on the console that this test provokes, and which do not fail it. */
  provoked: RegExp | null
  db: Kysely<Tables>
  /** Signs the page's browser in, without the log-in page. */
  signIn: (account: Account) => Promise<void>
  /** Opens a browser of its own for an account, signed in: a computer's, unless another device is given. */
  openAs: (account: Account, device?: BrowserContextOptions) => Promise<Page>
}

interface Account {
  kind: 'student' | 'store'
  id: string
}

interface WorkerFixtures {
  site: { address: string; db: Kysely<Tables> }
  /** A production build that includes the gallery of components, which is otherwise for developers only. */
  galleryAddress: string
  /** A server in development mode, with what only developers see. */
  devAddress: string
}

/** Most people use cheap Android phones. */
const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 5']
export const phone = { userAgent, deviceScaleFactor, isMobile, hasTouch, viewport: { width: 390, height: 844 } }

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
      const server = await startServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', RATE_LIMITS: 'on' })
      const db = createDb(databaseUrl, { max: 3 })
      await use({ address: server.address, db })
      await db.destroy()
      await server.stop()
    },
    { scope: 'worker' },
  ],
  galleryAddress: [
    async ({}, use) => {
      const copy = copyProject()
      replaceOnce(copy, 'app/routes.ts', "process.env.NODE_ENV === 'production' ? [] : ", '')
      replaceOnce(copy, 'app/access.server.ts', 'import.meta.env.DEV && ', '')
      const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
      const server = await startServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }, [], copy)
      await use(server.address)
      await server.stop()
      rmSync(copy, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  devAddress: [
    async ({}, use) => {
      const databaseUrl = await createDatabase(process.env.TEST_POSTGRES_URL!)
      const server = await startServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }, ['--dev'])
      await use(server.address)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ site }, use) => use(site.address),
  db: ({ site }, use) => use(site.db),
  signIn: async ({ context, site }, use) => {
    await use((account) => signInTo(context, site, account))
  },
  openAs: async ({ browser, site }, use) => {
    const opened: BrowserContext[] = []
    const problems: string[] = []
    await use(async (account, device) => {
      const context = await browser.newContext({ baseURL: site.address, ...device })
      opened.push(context)
      watch(context, problems)
      await signInTo(context, site, account)
      const page = await context.newPage()
      waitForScript(page)
      return page
    })
    for (const context of opened) await context.close()
    expect(problems, consoleWords).toEqual([])
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForScript(page)
    await use(page)
  },
  provoked: [null, { option: true }],
  context: async ({ context, provoked, javaScriptEnabled }, use) => {
    const problems = watch(context)
    const seen = javaScriptEnabled ? await watchMessages(context) : new Set<string>()
    await use(context)
    keepSeen(seen)
    const unexpected = problems.filter((problem) => !provoked?.test(problem))
    expect(unexpected, consoleWords).toEqual([])
  },
})

const consoleWords = 'what the pages wrote to the console'

async function signInTo(context: BrowserContext, { address, db }: WorkerFixtures['site'], account: Account) {
  const value = await startSession(db, account)
  await context.addCookies([{ name: 'puthi-session', value, url: address, httpOnly: true, sameSite: 'Lax' }])
}

export { expect }

/**
 * Makes `goto` wait for hydration: pages work before it, too, but differently. A test about the time before hydration
 * passes `waitUntil: 'commit'`.
 */
export function waitForScript(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    const isPage = answer?.headers()['content-type']?.startsWith('text/html') ?? false
    if (!isPage || options?.waitUntil === 'commit') return answer
    await scriptOf(page)
    return answer
  }
}

/** Waits for hydration, in a browser that a test has opened itself. */
export async function scriptOf(page: Page) {
  // A visitor's page loads its script on the first user input.
  await page.evaluate(() => window.dispatchEvent(new Event('scroll')))
  await page.waitForFunction(isTakenOver)
}

/**
 * Runs in the page: whether hydration has ended. React marks the document when hydration begins, which on a busy machine is
 * long before a click does what it should; the root that the mark leads to says when it has ended.
 */
export function isTakenOver() {
  const mark = Object.keys(document).find((key) => key.startsWith('__reactContainer$'))
  if (mark === undefined) return false
  const { stateNode } = (document as unknown as Record<string, HydratedRoot>)[mark]!
  return !stateNode.current.memoizedState.isDehydrated
}

interface HydratedRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}

/** Collects errors that pages log on the console, throw, or leave as rejected promises: they fail the test. */
function watch(context: BrowserContext, problems: string[] = []) {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message)) problems.push(message.text())
  })
  context.on('weberror', (error) => {
    if (!isLeftBehind(error.error())) problems.push(String(error.error()))
  })
  return problems
}

/** A page that was left in the middle of an answer, as after a log-in, which loads the next one whole: nobody sees it any more. */
const isLeftBehind = (error: unknown) => /AbortError: BodyStreamBuffer was aborted/.test(String(error))

/** Chromium logs every 4xx response as an error. For a form or a page it is none; for a missing file it is. */
function isRefusal(message: ConsoleMessage) {
  const { pathname } = new URL(message.location().url || 'http://none.invalid/x.js')
  return /status of 4\d\d/.test(message.text()) && /(^|\/)[^./]*(\.data)?$/.test(pathname)
}

/**
 * Accessibility violations that axe finds, one line each, and whether the page is wider than the screen, which axe does
 * not see (WCAG 1.4.10). Without `rules`: by WCAG (A, AA) and best practices.
 */
export async function axe(page: Page, within = 'html', rules: string[] = []) {
  await transitionsToEnd(page)
  // Legacy mode opens no second page, which axe needs for frames only: there are none.
  const builder = new AxeBuilder({ page }).include(within).setLegacyMode()
  builder.options({ resultTypes: ['violations'] }) // describing the elements that pass takes long
  if (rules.length > 0) builder.withRules(rules)
  else builder.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { violations } = await builder.analyze()
  // Not innerWidth: on a phone it grows with the page.
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)),
    ...(isWide ? ['the page is wider than the screen'] : []),
  ]
}

/** Runs axe in both colour schemes. The dark one differs in colours alone, so only contrast is checked again. */
export async function axeInBoth(page: Page, within = 'html') {
  await page.emulateMedia({ colorScheme: 'light' })
  const inTheLight = await axe(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...inTheLight, ...(await axe(page, within, ['color-contrast']))]
}

/** Waits for CSS transitions: until they end, colours do not have their final contrast. */
async function transitionsToEnd(page: Page) {
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
}

/** Waits for a success notice and closes it: those of a test server do not close by themselves. */
export async function closeSuccess(page: Page, text: string) {
  const notice = page.getByRole('alertdialog', { name: 'Success' })
  await expect(notice).toContainText(text)
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toBeHidden()
}

/** The same by keyboard, with the focus where the notice has put it. */
export async function closeSuccessByKey(page: Page) {
  const notice = page.getByRole('alertdialog', { name: 'Success' })
  await expect(notice.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice).toBeHidden()
}

export function localStorageOf(page: Page) {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)
}

/** Opens a tab and waits until it is selected: until then the page has the fields of the previous tab. */
export async function openTab(page: Page, name: string) {
  const tab = page.getByRole('tab', { name })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}
