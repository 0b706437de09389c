import { expect, test } from 'vitest'

import { judge, readPlaywrightReport, readVitestReport, type TestResult } from './test-reports.ts'

const result = (name: string | null, ok: boolean, file = 'a.test.ts'): TestResult => ({
  file,
  test: name,
  rerun: file,
  ok,
  reason: '',
})

test('a test that passes in its second run is flaky, one that fails twice has failed', () => {
  const first = [result('sells', false), result('buys', false), result('rates', true)]
  const { failed, flaky } = judge(first, [result('sells', false), result('buys', true), result('rates', true)])
  expect(failed.map(({ test: name }) => name)).toEqual(['sells'])
  expect(flaky.map(({ test: name }) => name)).toEqual(['buys'])
})

test('a test that fails in its second run alone is flaky, too', () => {
  const { failed, flaky } = judge(
    [result('sells', false), result('rates', true)],
    [result('sells', true), result('rates', false)],
  )
  expect(failed).toEqual([])
  expect(flaky.map(({ test: name }) => name)).toEqual(['sells', 'rates'])
})

test('a test that the second run did not execute has failed, also if a test of that name passed in another file', () => {
  expect(judge([result('sells', false)], []).failed).toHaveLength(1)
  expect(judge([result('sells', false)], [result('sells', true, 'b.test.ts')]).failed).toHaveLength(1)
})

test('a file that failed as a whole is flaky only if all of its tests pass in the second run', () => {
  expect(judge([result(null, false)], [result('sells', true), result('buys', true)]).flaky).toHaveLength(1)
  expect(judge([result(null, false)], [result('sells', true), result('buys', false)]).failed).toHaveLength(1)
  expect(judge([result(null, false)], [result(null, false)]).failed).toHaveLength(1)
  expect(judge([result(null, false)], []).failed).toHaveLength(1)
})

test('the report of Vitest: skipped tests are left out, a file that failed without a failed test is one failure', () => {
  const assertion = (fullName: string, status: string) => ({ fullName, status, failureMessages: [] })
  const report = {
    testResults: [
      {
        name: `${process.cwd()}/app/a.test.ts`,
        status: 'failed',
        message: '',
        assertionResults: [assertion('sells', 'failed'), assertion('buys', 'skipped'), assertion('rates', 'passed')],
      },
      {
        name: `${process.cwd()}/app/b.test.ts`,
        status: 'failed',
        message: 'no database',
        assertionResults: [assertion('asks', 'skipped')],
      },
    ],
  }
  expect(readVitestReport(report)).toMatchObject([
    { file: 'app/a.test.ts', test: 'sells', ok: false },
    { file: 'app/a.test.ts', test: 'rates', ok: true },
    { file: 'app/b.test.ts', test: null, ok: false, reason: 'no database' },
  ])
})

test('the report of Playwright: stories in groups, too, each with the line that runs it again', () => {
  const story = (title: string, line: number, status: string) => ({
    ok: status !== 'unexpected',
    title,
    file: 'buy.spec.ts',
    line,
    tests: [{ status, results: [{ error: { message: 'not visible' } }] }],
  })
  const report = {
    config: { rootDir: `${process.cwd()}/tests/browser` },
    suites: [{ specs: [story('buys', 3, 'expected')], suites: [{ specs: [story('pays', 9, 'unexpected')] }] }],
  }
  expect(readPlaywrightReport(report)).toMatchObject([
    { test: 'buys', ok: true },
    { test: 'pays', ok: false, rerun: 'tests/browser/buy.spec.ts:9', reason: 'not visible' },
  ])
})
