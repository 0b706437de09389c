import path from 'node:path'

import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

import { RunReport } from './run-report.ts'

/** Runs a whole file again where a test failed: the tests of one file may build on each other. */
export default class implements Reporter {
  readonly #report = new RunReport('files')

  onTestRunStart(files: readonly TestSpecification[]) {
    this.#report.begin(files.length)
  }

  onTestModuleEnd(module: TestModule) {
    const file = module.relativeModuleId
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result()
      if (state !== 'passed' && state !== 'failed') continue
      const seconds = (test.diagnostic()?.duration ?? 0) / 1_000
      const reason = errors.map(textOf).join('\n')
      this.#report.add({ file, test: test.fullName, rerun: file, ok: state === 'passed', seconds, reason })
    }
    const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
    if (outside.length > 0) this.#addBroken(file, outside)
    this.#report.step()
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    for (const error of unhandled) this.#addBroken(pathOf(error), [error])
    this.#report.end()
  }

  #addBroken(file: string, errors: SerializedError[]) {
    const reason = errors.map(textOf).join('\n')
    this.#report.add({ file, test: null, rerun: file, ok: false, seconds: 0, reason })
  }
}

/** The message, the difference, and where in our files it happened. */
function textOf({ message, stack, diff }: SerializedError & { diff?: string }) {
  const ours = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
  return [message, diff, ...ours.slice(0, 5)].filter(Boolean).join('\n')
}

/** The file in which an error happened that no test has caught. */
const pathOf = ({ VITEST_TEST_PATH: file }: SerializedError) =>
  typeof file === 'string' ? path.relative(process.cwd(), file) : 'no file'
