// `npm test`: the gate, all checks and tests that say whether the product is right. `npm run test:long`: what measures
// or takes minutes. Both go on after failures, run what failed once more alone, and end with one line of totals.
// Arguments are parts of file names: only the tests in those files run, without the checks.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { buildIfStale } from '#server/build.ts'
import { messages, unseenMessages } from '#tests/support/messages.ts'

import { runChecks } from './check.ts'
import { fetchChromium } from './chromium.ts'
import {
  judge,
  type PlaywrightReport,
  readPlaywrightReport,
  readVitestReport,
  type TestResult,
  type VitestReport,
} from './test-reports.ts'

const results = 'test-results'
const mostFlaky = 5

const { values, positionals: patterns } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isWholeGate = !values.long && patterns.length === 0

interface Run {
  status: number | null
  results: TestResult[]
}

interface Runner {
  name: string
  /** Options that run tests one after the other, and keep what a run beside others has left to look at. */
  alone: string[]
  run: (filters: string[], report: string, ...options: string[]) => Run
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
const failures: { what: string; reason: string }[] = []
const flaky: TestResult[] = []

if (isWholeGate) {
  console.log('Checks and build')
  const [checks] = await Promise.all([runChecks(), buildIfStale()])
  for (const { name, ok } of checks) count(ok, `npm run check: ${name}`, 'stands above')
}

const vitest: Runner = {
  name: 'vitest',
  alone: ['--maxWorkers=1'],
  run: (filters, report, ...options) => {
    const project = values.long ? 'long' : 'gate'
    const args = ['run', '--project', project, '--passWithNoTests', ...options, ...filters]
    const status = runTool('vitest', [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
    return { status, results: read(report, (found) => readVitestReport(found as VitestReport)) }
  },
}

const playwright: Runner = {
  name: 'playwright',
  alone: ['--workers=1', `--output=${results}/browser-again`],
  run: (filters, report, ...options) => {
    const args = ['test', '--reporter=list,json', '--pass-with-no-tests', ...options, ...filters]
    const status = runTool('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
    return { status, results: read(report, (found) => readPlaywrightReport(found as PlaywrightReport)) }
  },
}

console.log('Tests of rules, database and process')
const firstRuns = [{ runner: vitest, first: runAll(vitest, ...(values.long ? vitest.alone : [])) }]
if (!values.long) {
  console.log('Tests in the browser')
  if (fetchChromium()) firstRuns.push({ runner: playwright, first: runAll(playwright) })
  else fail('playwright', 'No Chromium could be had. Set CHROMIUM_PATH to one.')
}
for (const { runner, first } of firstRuns) judgeRun(runner, first)
if (flaky.length > mostFlaky) fail('flaky tests', `${flaky.length} of them; ${mostFlaky} at most are let through`)

if (isWholeGate && failures.length === 0) {
  // A message of the specification that no story has brought on the screen is one that nobody knows to appear.
  const unseen = unseenMessages()
  for (const message of messages)
    count(!unseen.includes(message), `tests/support/messages.ts: ${message}`, 'no story shows it')
}

for (const result of flaky) console.log(`FLAKY ${nameOf(result)}\n${result.reason}\n`)
for (const { what, reason } of failures) console.log(`FAILED ${what}\n${reason}\n`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

function runAll({ name, run }: Runner, ...options: string[]) {
  const first = run(patterns, `${results}/${name}.json`, ...options)
  if (hasCrashed(first)) fail(`${name}: the run as a whole`, `ended with ${first.status}; why stands above`)
  return first
}

/** Counts the results of a run; what failed in it is run once more, with one worker and nothing beside it. */
function judgeRun({ name, alone, run }: Runner, first: Run) {
  passed += first.results.filter(({ ok }) => ok).length
  const reruns = new Set(first.results.filter(({ ok }) => !ok).map(({ rerun }) => rerun))
  if (reruns.size === 0) return

  console.log(`Once more, alone: ${[...reruns].join(', ')}`)
  const second = run([...reruns], `${results}/${name}-again.json`, ...alone)
  if (hasCrashed(second)) fail(`${name}: the second run`, `ended with ${second.status}; why stands above`)
  const judged = judge(first.results, second.results)
  for (const result of judged.failed) fail(nameOf(result), result.reason)
  flaky.push(...judged.flaky)
  passed += judged.flaky.filter((result) => first.results.includes(result)).length
}

/** A runner that ended with an error, but without a failed test, has crashed, or its set-up has failed. */
function hasCrashed({ status, results: found }: Run) {
  return status !== 0 && found.every(({ ok }) => ok)
}

function count(ok: boolean, what: string, reason: string) {
  if (ok) passed += 1
  else fail(what, reason)
}

function fail(what: string, reason: string) {
  failures.push({ what, reason })
}

function nameOf({ file, test }: TestResult) {
  return `${file}: ${test ?? 'the file as a whole'}`
}

function runTool(tool: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(`node_modules/.bin/${tool}`, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status
}

/** No results without a report: the runner crashed before it wrote one. */
function read(file: string, readReport: (report: unknown) => TestResult[]) {
  return existsSync(file) ? readReport(JSON.parse(readFileSync(file, 'utf8'))) : []
}
