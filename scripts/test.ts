// `npm test`: the gate, all checks and tests that say whether the product is right. `npm run test:long`: what measures
// or takes minutes. Both go on after failures, run what failed once more alone, and end with one line of totals.
// Arguments are parts of file names: only the tests in those files run, without the checks.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { buildIfStale } from '#server/build.ts'
import { messages, unseenMessages } from '#tests/support/messages.ts'

import { runChecks } from './check.ts'
import { fetchChromium } from './chromium.ts'
import { judge } from './judge.ts'
import type { TestResult } from './run-report.ts'

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
const all: TestResult[] = []
const secondsOf: Record<string, number> = {}

if (isWholeGate) {
  await part('checks and build', async () => {
    const [checks] = await Promise.all([runChecks(), buildIfStale()])
    for (const { name, ok } of checks) count(ok, `npm run check: ${name}`, 'stands above')
  })
}

// Who asks for some files is looking into them: what their tests print is shown, too.
const isLooking = patterns.length > 0
const project = values.long ? 'long' : 'gate'

const vitest: Runner = {
  name: 'vitest',
  alone: ['--maxWorkers=1'],
  run: (filters, report, ...options) => {
    const reporters = ['./scripts/vitest-reporter.ts', ...(isLooking ? ['default'] : [])]
    const projects = values.long ? 'long' : 'gate*'
    const args = ['run', '--project', projects, '--passWithNoTests', ...reporters.map((one) => `--reporter=${one}`)]
    return runTool('vitest', [...args, ...options, ...filters], report)
  },
}

const playwright: Runner = {
  name: 'playwright',
  alone: ['--workers=1', `--output=${results}/browser-again`],
  run: (filters, report, ...options) => {
    const reporters = ['./scripts/playwright-reporter.ts', ...(isLooking ? ['list'] : [])]
    const args = ['test', '--project', project, '--pass-with-no-tests', `--reporter=${reporters.join(',')}`]
    return runTool('playwright', [...args, ...options, ...filters], report)
  },
}

const firstRuns = [{ runner: vitest, first: await part('rules, database and process', () => runAll(vitest)) }]
if (fetchChromium()) firstRuns.push({ runner: playwright, first: await part('browser', () => runAll(playwright)) })
else fail('playwright', 'No Chromium could be had. Set CHROMIUM_PATH to one.')
await part('once more, alone', () => {
  for (const { runner, first } of firstRuns) judgeRun(runner, first)
})
if (flaky.length > mostFlaky) fail('flaky tests', `${flaky.length} of them; ${mostFlaky} at most are let through`)

if (isWholeGate && failures.length === 0) {
  // A message of the specification that no story has brought on the screen is one that nobody knows to appear.
  const unseen = unseenMessages()
  for (const message of messages)
    count(!unseen.includes(message), `tests/support/messages.ts: ${message}`, 'no story shows it')
}

for (const result of flaky) console.log(`FLAKY ${nameOf(result)}\n${result.reason}\n`)
for (const { what, reason } of failures) console.log(`FAILED ${what}\n${reason}\n`)
summarize()
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

/** Does a part of the whole, and remembers how long it took. */
async function part<T>(name: string, work: () => T | Promise<T>) {
  console.log(`${name[0]!.toUpperCase()}${name.slice(1)}`)
  const started = performance.now()
  const done = await work()
  secondsOf[name] = Math.round((performance.now() - started) / 1_000)
  return done
}

/** The long suite measures: one test at a time. */
function runAll({ name, run, alone }: Runner) {
  const first = run(patterns, `${results}/${name}.json`, ...(values.long ? alone : []))
  if (hasCrashed(first)) fail(`${name}: the run as a whole`, `ended with ${first.status}; why stands above`)
  all.push(...first.results)
  return first
}

/** Counts the results of a run; what failed in it is run once more, with one worker and nothing beside it. */
function judgeRun({ name, alone, run }: Runner, first: Run) {
  passed += first.results.filter(({ ok }) => ok).length
  const reruns = new Set(first.results.filter(({ ok }) => !ok).map(({ rerun }) => rerun))
  if (reruns.size === 0) return

  console.log([...reruns].join(', '))
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

/** Where the time went: by parts, and the ten slowest files. */
function summarize() {
  const byFile = Map.groupBy(all, ({ file }) => file)
  const slowest = [...byFile]
    .map(([file, ofFile]) => ({ file, seconds: Math.round(ofFile.reduce((sum, { seconds }) => sum + seconds, 0)) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  const totals = { passed, failed: failures.length, flaky: flaky.map(nameOf) }
  writeFileSync(`${results}/summary.json`, JSON.stringify({ commit, ...totals, seconds: secondsOf, slowest }, null, 2))

  const row = (seconds: number, what: string) => console.log(`${String(seconds).padStart(6)} s  ${what}`)
  console.log('Where the time went')
  for (const [name, seconds] of Object.entries(secondsOf)) row(seconds, name)
  row(
    Object.values(secondsOf).reduce((sum, seconds) => sum + seconds, 0),
    'in all',
  )
  console.log('The ten slowest files')
  for (const { file, seconds } of slowest) row(seconds, file)
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

/** No results without a report: the runner crashed before it wrote one. */
function runTool(tool: string, args: string[], report: string): Run {
  const env = { ...process.env, NODE_COMPILE_CACHE: '.cache/node', RUN_REPORT: report }
  const { status } = spawnSync(`node_modules/.bin/${tool}`, args, { stdio: 'inherit', env })
  const found = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as TestResult[]) : []
  return { status, results: found }
}
