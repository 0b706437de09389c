// Collects the failed tests from the reports of Vitest and Playwright, for a summary at the end of the log.
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface Failed {
  file: string
  test: string
  reason: string
}

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

export function failedInVitest({ testResults }: VitestReport): Failed[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0 && status === 'failed')
      return [{ file, test: 'the file as a whole', reason: plain(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      test: fullName,
      reason: plain(failureMessages.join('\n')),
    }))
  })
}

interface Suite {
  title: string
  file: string
  suites?: Suite[]
  specs?: { ok: boolean; title: string; file: string; tests: { results: { error?: { message?: string } }[] }[] }[]
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: Suite[]
  errors: { message?: string }[]
}

export function failedInPlaywright({ suites, errors }: PlaywrightReport): Failed[] {
  const otherErrors = errors.map(({ message }) => ({
    file: 'playwright',
    test: 'besides the tests',
    reason: plain(message ?? ''),
  }))
  return [...suites.flatMap((suite) => failedIn(suite)), ...otherErrors]
}

function failedIn({ specs = [], suites = [] }: Suite): Failed[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
      return { file, test: title, reason: plain(errors.join('\n')) }
    })
  return [...own, ...suites.flatMap((suite) => failedIn(suite))]
}

/** The first lines; the log above has the rest. */
const plain = (text: string) => stripVTControlCharacters(text).split('\n').slice(0, 12).join('\n')
