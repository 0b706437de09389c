// `npm test`: runs all checks and tests, also after failures, and ends with one line of totals.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

import { buildIfStale } from '#server/build.ts'
import { messages, unseenMessages } from '#tests/support/messages.ts'

import { runChecks } from './check.ts'
import { fetchChromium } from './chromium.ts'
import {
  type Failed,
  failedInPlaywright,
  failedInVitest,
  type PlaywrightReport,
  type VitestReport,
} from './failed-tests.ts'

const results = 'test-results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0
const failures: Failed[] = []

console.log('Checks and build')
const [checks] = await Promise.all([runChecks(), buildIfStale()])
for (const { name, ok } of checks) {
  count(ok ? 1 : 0, ok ? 0 : 1)
  if (!ok) failures.push({ file: 'npm run check', test: name, reason: 'stands above' })
}

console.log('Tests of rules, database and process')
count(...runVitest())

console.log('Tests in the browser')
if (fetchChromium()) {
  count(...runPlaywright())
  count(...checkMessages())
} else fail('No Chromium could be had. Set CHROMIUM_PATH to one.')

for (const { file, test, reason } of failures) console.log(`FAILED ${file}: ${test}\n${reason}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function count(good: number, bad: number) {
  passed += good
  failed += bad
}

function fail(message: string) {
  console.log(message)
  count(0, 1)
}

function runVitest(): [number, number] {
  const file = `${results}/vitest.json`
  const status = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const report = read(file) as VitestReport | null
  if (report) failures.push(...failedInVitest(report))
  return tally('vitest', status, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0)
}

function runPlaywright(): [number, number] {
  const file = `${results}/playwright.json`
  const status = run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const report = read(file) as PlaywrightReport | null
  if (report) failures.push(...failedInPlaywright(report))
  return tally(
    'playwright',
    status,
    report?.stats.expected ?? 0,
    (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0),
  )
}

/** A message of the specification that no story has brought on the screen is one that nobody knows to appear. */
function checkMessages(): [number, number] {
  const unseen = unseenMessages()
  failures.push(...unseen.map((test) => ({ file: 'tests/support/messages.ts', test, reason: 'no story shows it' })))
  return [messages.length - unseen.length, unseen.length]
}

/** A runner that failed without a failing test (a crash or a failed set-up) counts as one failure. */
function tally(tool: string, status: number | null, good: number, bad: number): [number, number] {
  if (status === 0 || bad > 0) return [good, bad]
  failures.push({ file: tool, test: 'the run as a whole', reason: `ended with ${status}; why stands above` })
  return [good, 1]
}

function run(tool: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(`node_modules/.bin/${tool}`, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
