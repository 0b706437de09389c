// What came out of a run of tests, and how far it is meanwhile. The reporters of both runners write it.
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface TestResult {
  file: string
  /** Null: the file failed as a whole, outside of its tests. */
  test: string | null
  /** What the runner is asked for to run this test again. */
  rerun: string
  ok: boolean
  seconds: number
  /** Why it failed. */
  reason: string
}

/** Says at most so often how far the run is. */
const everySeconds = 15

export class RunReport {
  readonly #results: TestResult[] = []
  readonly #started = performance.now()
  #all = 0
  #done = 0
  #said = 0
  readonly #unit: string
  readonly #into: string

  /** `into` is the file that it is written to. */
  constructor(unit: 'files' | 'stories', into = process.env.RUN_REPORT!) {
    this.#unit = unit
    this.#into = into
  }

  begin(all: number) {
    this.#all = all
  }

  add(result: TestResult) {
    const reason = stripVTControlCharacters(result.reason)
    this.#results.push({ ...result, reason })
    if (!result.ok) console.log(`✗ ${result.file}: ${result.test ?? 'the file as a whole'}\n${reason}\n`)
  }

  /** One more file or story has come to its end. */
  step() {
    this.#done += 1
    const seconds = (performance.now() - this.#started) / 1_000
    if (this.#done < this.#all && seconds - this.#said < everySeconds) return
    this.#said = seconds
    const failed = this.#results.filter(({ ok }) => !ok).length
    console.log(`  ${this.#done} of ${this.#all} ${this.#unit}, ${failed} failed, ${seconds.toFixed(0)} s`)
  }

  end() {
    writeFileSync(this.#into, JSON.stringify(this.#results))
  }
}
