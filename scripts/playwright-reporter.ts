import { readFileSync } from 'node:fs'
import path from 'node:path'

import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'

import { RunReport } from './run-report.ts'

export default class implements Reporter {
  readonly #report = new RunReport('stories')

  printsToStdio() {
    return true
  }

  onBegin(_config: FullConfig, suite: Suite) {
    this.#report.begin(suite.allTests().length)
  }

  onTestEnd(story: TestCase, result: TestResult) {
    if (result.status === 'skipped') return
    const file = path.relative(process.cwd(), story.location.file)
    const reason = [...result.errors.map(textOf), screenOf(result)].join('\n')
    this.#report.add({
      file,
      test: story.title,
      rerun: `${file}:${story.location.line}`,
      ok: story.ok(),
      seconds: result.duration / 1_000,
      reason: story.ok() ? '' : reason,
    })
    this.#report.step()
  }

  onError(error: TestError) {
    console.log(textOf(error))
  }

  onEnd(_result: FullResult) {
    this.#report.end()
  }
}

const textOf = ({ message, snippet, stack }: TestError) => [message ?? stack, snippet].filter(Boolean).join('\n')

/** What was on the screen when the story failed, as a screen reader would read it. */
function screenOf({ attachments }: TestResult) {
  const context = attachments.find(({ name, path: place }) => name === 'error-context' && place !== undefined)
  const [, screen] = (context && /```yaml\n([^]*?)```/.exec(readFileSync(context.path!, 'utf8'))) || []
  return screen ? `On the screen:\n${screen}` : ''
}
