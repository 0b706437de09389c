import { expect, test } from 'vitest'

import { judge } from './judge.ts'
import type { TestResult } from './run-report.ts'

const result = (name: string | null, ok: boolean, file = 'a.test.ts'): TestResult => ({
  file,
  test: name,
  rerun: file,
  ok,
  seconds: 0,
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
