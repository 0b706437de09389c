import type { Finding } from './finding.ts'
import { startGround } from './ground.ts'
import { wrongBodies } from './input/bodies.ts'
import { formsOverHttp } from './input/forms.ts'
import { drawnOverHttp, sampleOverHttp } from './input/pages.ts'
import { byReaders } from './input/readers.ts'
import { byRules, longTextsByRules } from './input/rules.ts'

interface Options {
  seed: number
  isLong: boolean
}

/**
 * Bad input, on two floors. All cases of a field go the cheap way that still is the product's own: as bytes of a form,
 * through the rules, and what they take into the real tables, in batches that are read back and rolled back; those of a
 * parameter to the function that reads it, or to the page, where that reads it while it is drawn. A sample of the same
 * cases goes over HTTP to the real server, page and all: there one case costs a hundred times as much, and what it adds
 * (parsing, access, use cases, pages) has far fewer ways. Each case has a generator of its own, by its number: the seed
 * repeats it, whatever goes on beside it.
 */
export async function input({ seed, isLong }: Options): Promise<Finding[]> {
  const ground = await startGround({ people: 3 }) // what more of them sell makes pages longer, and nothing else
  const cases = isLong ? 20_000 : 1_000
  try {
    return [
      await byRules(ground, seed, { cases, keep: isLong ? 5_000 : 250 }),
      longTextsByRules(ground, isLong ? 250_000 : 60_000),
      await byReaders(ground, seed, cases),
      await drawnOverHttp(ground, seed, cases),
      await sampleOverHttp(ground, seed, isLong ? 100 : 6),
      await formsOverHttp(ground, seed, isLong ? 50 : 4),
      await wrongBodies(ground),
    ]
  } finally {
    await ground.stop()
  }
}
