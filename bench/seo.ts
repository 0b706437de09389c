// `npm run bench:seo`: what Lighthouse says of every public page about search engines, best practices and accessibility.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { legalPaths } from '#app/access/paths.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { loadDemo, openDemo } from '#database/demo/demo.ts'
import { migrate } from '#database/migrate.ts'
import { buildIfStale } from '#server/build.ts'
import { startPostgres } from '#server/postgres/postgres.ts'
import { freePort } from '#tests/support/free-port.ts'

import { chromiumPath } from '../scripts/chromium.ts'
import { type Audits, fetchLighthouse, lighthouseVersion } from './lighthouse.ts'
import { servePuthi } from './served.ts'
import { table } from './table.ts'

const { values: given } = parseArgs({ options: { protection: { type: 'string', default: 'on' } } })

const categories = ['seo', 'best-practices', 'accessibility']

const chromePath = chromiumPath()
if (!chromePath) throw new Error('No Chromium on this machine. Set CHROMIUM_PATH to one.')
const { lighthouse, launcher } = await fetchLighthouse()
const folder = mkdtempSync(path.join(tmpdir(), 'puthi-bench-'))
await buildIfStale()
const postgres = await startPostgres(folder, { isDurable: false })
await migrate(postgres.url)
const db = createDb(postgres.url)
await openDemo(db)
await loadDemo(db, createStorage({ dataDir: folder, filesUrl: null, awsKey: null }, createLog('warn')))
const posts = await db.selectFrom('posts').select(['id', 'kind', 'name']).distinctOn('kind').orderBy('kind').execute()
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const server = await servePuthi(folder, postgres.url, {
  PORT: String(port),
  PUBLIC_URL: address,
  PAGE_PROTECTION: given.protection,
})

const paths = [
  '/',
  '/?tab=books',
  '/?tab=novels',
  '/?tab=notes',
  '/?tab=courses',
  '/login',
  '/UserSignUp',
  '/slogin',
  '/sSignup',
  '/ContactUs',
  ...legalPaths,
  ...posts.map(postPath),
]

try {
  const rows: string[][] = []
  const faults: string[] = []
  for (const place of paths) {
    console.log(`Lighthouse: ${place}…`)
    const chrome = await launcher.launch({ chromePath, chromeFlags: ['--headless', '--no-sandbox'] })
    const flags = { port: chrome.port, logLevel: 'silent', onlyCategories: categories }
    const { lhr } = await lighthouse(address + place, flags)
    chrome.kill()
    rows.push([place, ...categories.map((name) => String(Math.round(lhr.categories[name]!.score * 100)))])
    faults.push(...faultsIn(lhr).map((fault) => `${place}: ${fault}`))
  }
  console.log(`\nLighthouse ${lighthouseVersion}, mobile\n`)
  console.log(table(['', ...categories], rows))
  console.log(`\n${faults.join('\n') || 'No audit failed.'}`)
} finally {
  await db.destroy()
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Titles of the audits that failed. */
function faultsIn({ audits }: Audits['lhr']) {
  return Object.values(audits)
    .filter(({ score }) => score !== null && score < 1)
    .map(({ title }) => title)
}
