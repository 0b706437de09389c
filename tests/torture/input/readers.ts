import type { Finding } from '../finding.ts'
import type { Ground } from '../ground.ts'
import { hostileText } from '../hostile-texts.ts'
import { randomOf, seedOf } from '../random.ts'
import { addressOf, askedBy, placeOf, triedQueries } from '../tried-queries.ts'
import { maxMs, noFaults, part } from './tally.ts'

const read = triedQueries.filter((query) => query.read && !query.isSame)

export async function byReaders(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const faults = noFaults()
  let [slowest, different] = [0, 0]
  for (const query of read) {
    const where = placeOf(query)
    const seen = new Set<string>()
    const asked = askedBy(ground, query.who)
    const first = seedOf(seed, where)
    let next = 0
    const lane = async () => {
      while (next < cases) {
        const number = next++
        const value = hostileText(randomOf(first + number), query.good).toWellFormed() // no lone surrogates
        const url = URL.parse(addressOf(query, value), ground.server.address)
        if (!url || seen.has(value)) continue // repeating a value finds nothing new
        seen.add(value)
        const started = performance.now()
        const said = await Promise.try(() => query.read!(asked, value, url)).catch((error: unknown) => error)
        slowest = Math.max(slowest, performance.now() - started)
        if (said instanceof Error) faults.add(where, 'throws', number, value, String(said))
        if (said instanceof Response) await heard(said, (verdict) => faults.add(where, verdict, number, value))
      }
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    different += seen.size
  }
  return {
    part,
    tried: `${read.length * cases} values by what reads them: ${cases} of each of ${read.length} parameters`,
    found: `${different} different ones, slowest ${slowest.toFixed(0)} ms, ${faults.told()}`,
    holds: faults.areNone() && slowest <= maxMs,
  }
}

/** Checks a response, returned or thrown: no 5xx, and redirects only within the site. */
async function heard({ status, headers, body }: Response, fault: (verdict: string) => void) {
  await body?.cancel() // otherwise its file stays open
  const goesTo = headers.get('Location')
  if (status >= 500) fault(`answers ${status}`)
  if (goesTo && !URL.canParse(goesTo, 'http://puthi.test')) fault('leads nowhere')
  else if (goesTo && new URL(goesTo, 'http://puthi.test').origin !== 'http://puthi.test') fault('leads elsewhere')
}
