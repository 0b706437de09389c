// `npm test`: every check and every test, whatever failed before, and one line over all of them at the end.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

import { buildIfStale } from '#server/build.ts'

import { runChecks } from './check.ts'
import { fetchChromium } from './chromium.ts'

const results = 'test-results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0

console.log('Checks')
for (const { ok } of runChecks()) count(ok ? 1 : 0, ok ? 0 : 1)

console.log('Build')
await buildIfStale()

console.log('Tests of rules, database and process')
count(...runVitest())

console.log('Tests in the browser')
if (fetchChromium()) count(...runPlaywright())
else fail('No Chromium could be had. Set CHROMIUM_PATH to one.')

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
  const report = read(file) as { numPassedTests: number; numFailedTests: number } | null
  return tally(status, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0)
}

function runPlaywright(): [number, number] {
  const file = `${results}/playwright.json`
  const status = run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const report = read(file) as { stats: { expected: number; unexpected: number; flaky: number } } | null
  return tally(status, report?.stats.expected ?? 0, (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0))
}

/** A runner that failed without a failing test (it crashed, or a set-up did) counts as one failure. */
function tally(status: number | null, good: number, bad: number): [number, number] {
  return [good, status === 0 ? bad : Math.max(bad, 1)]
}

function run(tool: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(`node_modules/.bin/${tool}`, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
