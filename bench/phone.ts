// `npm run bench:phone`: loading times on a cheap phone, by Lighthouse and on a very bad network. About 10 minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { type Browser, chromium, type Page } from '@playwright/test'

import { startSession } from '#app/accounts/sessions.server.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { loadDemo, openDemo } from '#database/demo/demo.ts'
import { aStudent } from '#database/makers.ts'
import { migrate } from '#database/migrate.ts'
import { buildIfStale } from '#server/build.ts'
import { startPostgres } from '#server/postgres/postgres.ts'
import { phone } from '#tests/support/browser.ts'

import { chromiumPath } from '../scripts/chromium.ts'
import { budgets } from './budgets.ts'
import { type Audits, fetchLighthouse, lighthouseVersion } from './lighthouse.ts'
import { servePuthi } from './served.ts'
import { figure, median, requirements, table } from './table.ts'

const { values: given } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    presses: { type: 'boolean', default: false },
  },
})
const times = Number(given.times)

const folder = mkdtempSync(path.join(tmpdir(), 'puthi-bench-'))
await buildIfStale()
const postgres = await startPostgres(folder, { isDurable: false })
await migrate(postgres.url)
const db = createDb(postgres.url)
const log = createLog('warn')
console.log('Drawing the demo catalogue…')
await openDemo(db)
await loadDemo(db, createStorage({ dataDir: folder, filesUrl: null, awsKey: null }, log))
const session = await startSession(db, await aStudent(db))
const book = await db
  .selectFrom('posts')
  .select(['id', 'kind', 'name'])
  .where('kind', '=', 'book')
  .executeTakeFirstOrThrow()
const pages = [
  { name: 'home', path: '/' },
  { name: 'Books', path: '/?tab=books' },
  { name: 'a search', path: '/?tab=books&name=physics' },
  { name: 'a search of everything', path: '/search?q=physics' },
  { name: 'a post', path: postPath(book) },
  { name: 'log-in', path: '/login' },
  { name: 'upload, signed in', path: '/CreateBooksAndNovels', isSignedIn: true },
]
const server = await servePuthi(folder, postgres.url)
const address = `http://127.0.0.1:${server.port}`
const executablePath = chromiumPath()
if (!executablePath) throw new Error('No Chromium on this machine. Set CHROMIUM_PATH to one.')

try {
  if (!given.presses) await byLighthouse(executablePath)
  await onBadNetwork(executablePath)
} finally {
  await db.destroy()
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Lighthouse loads the page unthrottled, and simulates from that a phone with a slow processor, 1.6 Mbit/s and a
 * round-trip time of 150 ms.
 */
async function byLighthouse(chromePath: string) {
  const { lighthouse, launcher } = await fetchLighthouse()
  const rows: string[][] = []
  const budgeted = []
  for (const { name, path: place, isSignedIn } of pages) {
    console.log(`Lighthouse: ${name}…`)
    const runs: ReturnType<typeof figuresOf>[] = []
    for (let n = 0; n < times; n++) {
      const chrome = await launcher.launch({ chromePath, chromeFlags: ['--headless', '--no-sandbox'] })
      const flags = {
        port: chrome.port,
        logLevel: 'silent',
        onlyCategories: ['performance'],
        ...(isSignedIn && { extraHeaders: { Cookie: `puthi-session=${session}` } }),
      }
      runs.push(figuresOf((await lighthouse(address + place, flags)).lhr))
      chrome.kill()
    }
    const of = (what: keyof (typeof runs)[number]) => median(runs.map((run) => run[what]))
    const kilobytes = [of('script'), of('style'), of('total')]
    const metrics = [of('score'), of('fcp') / 1_000, of('lcp') / 1_000, of('tbt')].map(figure)
    rows.push([name, ...metrics, of('cls').toFixed(3), ...kilobytes.map(figure)])
    if (place in budgets) {
      const { atOnce: script, style } = budgets[place as keyof typeof budgets]
      budgeted.push(
        { what: `${name}: script ≤ ${script} kB`, found: figure(kilobytes[0]!), holds: kilobytes[0]! <= script },
        { what: `${name}: style ≤ ${style} kB`, found: figure(kilobytes[1]!), holds: kilobytes[1]! <= style },
      )
    }
  }
  console.log(`\nLighthouse ${lighthouseVersion}, mobile, medians of ${times}\n`)
  console.log(table(['', 'score', 'FCP s', 'LCP s', 'TBT ms', 'CLS', 'script kB', 'style kB', 'all kB'], rows))
  console.log(`\n${requirements(budgeted)}\n`)
}

function figuresOf({ categories, audits }: Audits['lhr']) {
  const requests = audits['network-requests']!.details!.items
  const kilobytes = (type?: string) =>
    requests
      .filter(({ resourceType }) => !type || resourceType === type)
      .reduce((sum, { transferSize }) => sum + transferSize / 1_000, 0)
  const value = (name: string) => audits[name]!.numericValue
  return {
    score: categories.performance!.score * 100,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    script: kilobytes('Script'),
    style: kilobytes('Stylesheet'),
    total: kilobytes(),
  }
}

/** Throttles the browser instead of simulating: a quarter of this processor's speed, 400 kbit/s, 400 ms latency. */
async function onBadNetwork(chromePath: string) {
  const browser = await chromium.launch({ executablePath: chromePath, chromiumSandbox: false })
  const rows: string[][] = []
  try {
    for (const place of ['/', '/?tab=books']) {
      for (const who of ['a visitor', 'a student']) {
        for (const hasScript of [true, false]) {
          const name = `${place === '/' ? 'home' : 'Books'}, ${who}, ${hasScript ? 'with' : 'without'} script`
          console.log(`400 kbit/s: ${name}…`)
          const runs: Awaited<ReturnType<typeof pressBuy>>[] = []
          for (let n = 0; n < times; n++) runs.push(await pressBuy(browser, { place, who, hasScript }))
          const of = (what: keyof (typeof runs)[number]) => figure(median(runs.map((run) => run[what])) / 1_000)
          rows.push([name, of('readable'), of('pressed'), of('answered')])
        }
      }
    }
  } finally {
    await browser.close()
  }
  console.log(
    `\n4 times slower processor, 400 kbit/s, 400 ms, nothing cached: seconds since the tap, medians of ${times}\n`,
  )
  console.log(table(['', 'first item readable', 'Buy pressed', 'log-in or form there'], rows))
}

interface Person {
  place: string
  who: string
  hasScript: boolean
}

/** Presses Buy as soon as the first item is visible; a visitor gets the log-in, a student the form. */
async function pressBuy(browser: Browser, { place, who, hasScript }: Person) {
  const context = await browser.newContext({ ...phone, javaScriptEnabled: hasScript })
  if (who === 'a student') {
    await context.addCookies([{ name: 'puthi-session', value: session, url: address, httpOnly: true, sameSite: 'Lax' }])
  }
  const page = await context.newPage()
  const painted = await slowDown(page)
  const tapped = performance.now()
  const since = () => performance.now() - tapped
  await page.goto(address + place, { waitUntil: 'commit' })
  const item = page.getByRole('article').first()
  await item.getByRole('heading').waitFor()
  await painted()
  const readable = since()
  await item.getByRole('button', { name: 'Buy' }).tap({ noWaitAfter: true })
  const pressed = since()
  const answer = who === 'a visitor' ? page.getByLabel('Password', { exact: true }) : page.locator('form#buy')
  await answer.waitFor({ timeout: 60_000 })
  await painted()
  const answered = since()
  await context.close()
  return { readable, pressed, answered }
}

/** Throttles the page. Returns a function that waits for the first paint, which needs the style sheet. */
async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const bytesPerSecond = 400_000 / 8
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  let first = Promise.withResolvers<void>()
  devTools.on('Page.lifecycleEvent', ({ name }) => {
    if (name === 'init') first = Promise.withResolvers()
    if (name === 'firstContentfulPaint') first.resolve()
  })
  await devTools.send('Page.enable')
  await devTools.send('Page.setLifecycleEventsEnabled', { enabled: true })
  return () => first.promise
}
