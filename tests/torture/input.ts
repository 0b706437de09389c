import type { Finding } from './finding.ts'
import { startGround } from './ground.ts'
import { wrongBodies } from './input/bodies.ts'
import { formsOverHttp } from './input/forms.ts'
import { drawnOverHttp, sampleOverHttp } from './input/pages.ts'
import { byReaders } from './input/readers.ts'
import { byRules, longTextsByRules } from './input/rules.ts'
import type { TriedForm } from './tried-form.ts'

interface Options {
  seed: number
  isLong: boolean
}

/**
 * Hostile input, at two levels. All cases of a form field take the cheapest path that still runs the app's own code:
 * the schema parses the form, and accepted values are inserted into the real tables, in batches that are read back and
 * rolled back. All cases of a query parameter go to the function that reads it, or to the page if it is read during
 * rendering. A sample of the same cases goes over HTTP to the real server: there a case costs a hundred times as much,
 * and what HTTP adds (parsing, access checks, use cases, pages) has far fewer variants. Each case has its own random
 * generator, seeded by its number: the same seed repeats it, whatever runs concurrently.
 */
export async function input({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround({ people: 3 }) // more people would only make the pages longer
  const cases = isLong ? 20_000 : 1_000
  try {
    return [
      await byRules(ground, seed, { casesOf: () => cases, keep: isLong ? 5_000 : 250 }),
      longTextsByRules(ground, isLong ? 250_000 : 60_000),
      await byReaders(ground, seed, cases),
      await drawnOverHttp(ground, seed, isLong ? cases : 250),
      await sampleOverHttp(ground, seed, isLong ? 100 : 6),
      await formsOverHttp(ground, seed, isLong ? 50 : 4),
      await wrongBodies(ground),
    ]
  } finally {
    await ground.stop()
  }
}

/** What takes seconds of it: 50 cases of each form by its rules, and one of each field over HTTP. */
export async function inputSample(seed: number): Promise<Finding[]> {
  const ground = await startGround({ people: 3, isTimed: false })
  const casesOf = ({ fields }: TriedForm) => Math.ceil(50 / Object.keys(fields).length)
  try {
    return [await byRules(ground, seed, { casesOf, keep: 50 }), await formsOverHttp(ground, seed, 1)]
  } finally {
    await ground.stop()
  }
}
