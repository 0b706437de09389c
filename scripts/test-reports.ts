// Reads the reports of Vitest and Playwright into one list of results, and judges what failed by a second run.
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface TestResult {
  file: string
  /** Null: the file failed as a whole, before or after its tests. */
  test: string | null
  /** What the runner is asked for to run this test again. */
  rerun: string
  ok: boolean
  reason: string
}

export interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Runs a whole file again: the tests of one file may build on each other. */
export function readVitestReport({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name)
    const results = assertionResults
      .filter((result) => result.status === 'passed' || result.status === 'failed')
      .map((result) => ({
        file,
        test: result.fullName,
        rerun: file,
        ok: result.status === 'passed',
        reason: firstLines(result.failureMessages.join('\n')),
      }))
    const isWholeFileBroken = status === 'failed' && results.every(({ ok }) => ok)
    return isWholeFileBroken
      ? [...results, { file, test: null, rerun: file, ok: false, reason: firstLines(message) }]
      : results
  })
}

interface Suite {
  suites?: Suite[]
  specs?: {
    ok: boolean
    title: string
    file: string
    line: number
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

export interface PlaywrightReport {
  config: { rootDir: string }
  suites: Suite[]
}

export function readPlaywrightReport({ config, suites }: PlaywrightReport): TestResult[] {
  return suites.flatMap((suite) => readSuite(suite, path.relative(process.cwd(), config.rootDir)))
}

function readSuite({ specs = [], suites = [] }: Suite, folder: string): TestResult[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
    .map((spec) => {
      const file = path.join(folder, spec.file)
      const errors = spec.tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
      const reason = firstLines(errors.join('\n'))
      return { file, test: spec.title, rerun: `${file}:${spec.line}`, ok: spec.ok, reason }
    })
  return [...own, ...suites.flatMap((suite) => readSuite(suite, folder))]
}

/** The log above has the rest. */
const firstLines = (text: string) => stripVTControlCharacters(text).split('\n').slice(0, 12).join('\n')

/**
 * A test that failed once and passed once is flaky, whichever run came first. One that the second run did not execute
 * has failed.
 */
export function judge(first: TestResult[], second: TestResult[]) {
  const failedFirst = first.filter(({ ok }) => !ok)
  const failedAgain = failedFirst.filter((result) => {
    const ofSecond = second.filter((again) => isSame(result, again))
    return ofSecond.length === 0 || ofSecond.some(({ ok }) => !ok)
  })
  const failedOnlyInSecond = second.filter((again) => !again.ok && !failedFirst.some((result) => isSame(result, again)))
  return {
    failed: failedAgain,
    flaky: [...failedFirst.filter((result) => !failedAgain.includes(result)), ...failedOnlyInSecond],
  }
}

/** Whether the second result speaks of the first one's test; a broken file is spoken of by each of its tests. */
const isSame = (first: TestResult, second: TestResult) =>
  first.file === second.file && (first.test === null || first.test === second.test)
