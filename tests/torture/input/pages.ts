import type { Finding } from '../finding.ts'
import type { Ground } from '../ground.ts'
import { hostileText } from '../hostile-texts.ts'
import { pick, type Random, randomOf, seedOf } from '../random.ts'
import { addressOf, placeOf, type TriedQuery, triedQueries } from '../tried-queries.ts'
import { asData, ask } from './asking.ts'
import { foreignFields, type Pair } from './cases.ts'
import { noFaults, part } from './tally.ts'

const drawn = triedQueries.filter((query) => !query.read && !query.isSame)
const sampled = triedQueries.filter((query) => query.read || query.isSame)

/** Parameters that pages read during rendering: all parameters of a page in one request, each with its own value. */
export async function drawnOverHttp(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const groups = [...Map.groupBy(drawn, ({ path, who }) => `${path} of a ${who}`).values()]
  const asked = groups.flatMap((group) => Array.from({ length: cases }, (_, number) => ({ group, number })))
  const { found, areNone } = await askEach(
    ground,
    asked,
    ([query, ...others], random) =>
      addressOf(
        query!,
        hostileText(random, query!.good),
        ...others.map(({ name, good }): Pair => [name!, hostileText(random, good)]),
        ...(random() < 0.1 ? [pick(random, foreignFields)] : []),
        ...(random() < 0.1 ? [[query!.name!, hostileText(random, '')] as Pair] : []),
      ),
    seed,
  )
  return {
    part,
    tried: `${asked.length} pages over HTTP: ${cases} values of each of ${drawn.length} parameters that pages read`,
    found,
    holds: areNone,
  }
}

/** A sample of the cases of byReaders, here through the whole server, at every URL that has the parameter. */
export async function sampleOverHttp(ground: Ground, seed: number, cases: number): Promise<Finding> {
  const asked = sampled.flatMap((query) => Array.from({ length: cases }, (_, number) => ({ group: [query], number })))
  const { found, areNone } = await askEach(
    ground,
    asked,
    ([query], random) => addressOf(query!, hostileText(random, query!.good)),
    seed,
  )
  return {
    part,
    tried: `${asked.length} addresses over HTTP: ${cases} values of each of these, wherever they stand, at ${sampled.length} places`,
    found,
    holds: areNone,
  }
}

interface AskedQuery {
  /** Parameters of one URL. */
  group: TriedQuery[]
  number: number
}

async function askEach(
  ground: Ground,
  asked: AskedQuery[],
  addressFor: (group: TriedQuery[], random: Random) => string,
  seed: number,
) {
  const faults = noFaults()
  let [next, slowest] = [0, 0]
  const lane = async () => {
    for (let one = asked[next++]; one; one = asked[next++]) {
      const { group, number } = one
      const { name, who, path, read: reader, isLoaded } = group[0]!
      const where = group.map(placeOf).join(', ')
      const random = randomOf(seedOf(seed, 'over HTTP', where) + number)
      const place = addressFor(group, random)
      // Parameters read during rendering need the page, not its data; path segments belong to routes without a page.
      const isPage = name === null || (!reader && !isLoaded)
      const isPlain = isPage || random() < (isLoaded ? 0.1 : 0.6)
      const { students, stores } = ground
      const person = who === 'visitor' ? null : (who === 'store' ? stores : students)[number % students.length]!
      const sent = { where, number, person, isPlain: isPlain && !path.endsWith('.data') }
      const { ms } = await ask(ground, isPlain ? place : asData(place), sent, faults)
      slowest = Math.max(slowest, ms)
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  return { found: `slowest ${slowest.toFixed(0)} ms, ${faults.told()}`, areNone: faults.areNone() }
}
