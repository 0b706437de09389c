import type { TestResult } from './run-report.ts'

/**
 * Judges what failed by a second run. A test that failed once and passed once is flaky, whichever run came first. One that
 * the second run did not execute has failed.
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
