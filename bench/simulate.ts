// `npm run bench:simulate`: how many of a large market's pages come from the page cache, and how many cores the others need, by a
// simulation of exam time. It knows the cache's own rules (bytes of a process, age, topics) and what pages cost by bench/results.md; how
// people read and write is an assumption, printed with the results. Seconds.
import { parseArgs } from 'node:util'

import { LRUCache } from 'lru-cache'

import { figure, table } from './table.ts'

const { values: given } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    processes: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '60' },
  },
})
const [perSecond, processes, seconds] = [Number(given.requests), Number(given.processes), Number(given.seconds)]

/** Of all requests; the pages of people who are signed in are never cached. */
const signedInShare = 0.2
const signedInMs = 8.7
const hitMs = 0.14

const cacheBytes = 12 * 1024 * 1024
const maxAgeMs = 5 * 60_000

interface Kind {
  name: string
  /** Of the requests of visitors. */
  share: number
  /** How many addresses there are, and how unevenly they are asked for, by Zipf's law (0: evenly). */
  addresses: number
  zipf: number
  /** What the cache counts. */
  bytes: number
  /** CPU of Node and PostgreSQL for one that is not cached. */
  missMs: number
  /** Whether it lists what anybody posts, or shows one thing and others beside it. */
  isList: boolean
}

const kinds: Kind[] = [
  { name: 'home', share: 0.15, addresses: 1, zipf: 0, bytes: 38_000, missMs: 7.7, isList: true },
  { name: 'first page of a tab', share: 0.2, addresses: 4, zipf: 0.5, bytes: 29_000, missMs: 8.6, isList: true },
  { name: 'later pages', share: 0.05, addresses: 400, zipf: 1, bytes: 29_000, missMs: 8.6, isList: true },
  { name: 'search', share: 0.25, addresses: 1_000_000, zipf: 0.9, bytes: 44_000, missMs: 46.7, isList: true },
  { name: 'post', share: 0.3, addresses: 10_000_000, zipf: 0.8, bytes: 29_000, missMs: 11.1, isList: false },
  { name: 'seller', share: 0.05, addresses: 200_000, zipf: 0.8, bytes: 29_000, missMs: 8.6, isList: false },
]

interface Design {
  name: string
  /** Whether a page is rendered anew when anybody posts something. */
  changesWithAnyPost: (kind: Kind) => boolean
  /** A page may be this old, whatever was posted meanwhile. */
  minAgeMs: number
  /** Whether the balancer sends an address to the same process each time. */
  isByAddress?: boolean
}

const designs: Design[] = [
  { name: 'as it is', changesWithAnyPost: ({ isList }) => isList, minAgeMs: 0 },
  { name: 'every page changes with any post', changesWithAnyPost: () => true, minAgeMs: 0 },
  { name: 'as it is, but lists may be 2 s old', changesWithAnyPost: ({ isList }) => isList, minAgeMs: 2_000 },
  {
    name: 'as it is, but every address has its own process',
    changesWithAnyPost: ({ isList }) => isList,
    minAgeMs: 0,
    isByAddress: true,
  },
]

interface Burst {
  name: string
  /** Posts a second that are made, changed or sold out, on average, and how they come: evenly, or all in a tenth of the time. */
  posts: number
  isBursty: boolean
}

const bursts: Burst[] = [
  { name: '0.2 posts/s', posts: 0.2, isBursty: false },
  { name: '2 posts/s', posts: 2, isBursty: false },
  { name: '2 posts/s, in bursts', posts: 2, isBursty: true },
  { name: '10 posts/s', posts: 10, isBursty: false },
]

/** The nth most wanted of so many, more often the smaller n is. */
function drawn({ addresses, zipf }: Kind) {
  if (zipf >= 1) return Math.floor(addresses ** Math.random())
  return Math.floor(addresses * Math.random() ** (1 / (1 - zipf)))
}

function anyKind() {
  let left = Math.random()
  return kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0]!
}

/** The moments at which something is posted. */
function postTimes({ posts, isBursty }: Burst) {
  const times = Array.from({ length: posts * seconds }, () => {
    const at = Math.random() * seconds * 1_000
    return isBursty ? Math.floor(at / 10_000) * 10_000 + (at % 1_000) : at
  })
  return times.toSorted((a, b) => a - b)
}

/** The first half fills the caches, the second is counted. */
function simulate(design: Design, burst: Burst) {
  const caches = Array.from(
    { length: processes },
    () =>
      new LRUCache<string, { at: number }>({ maxSize: cacheBytes, sizeCalculation: (_, key) => sizes.get(key[0]!)! }),
  )
  const sizes = new Map(kinds.map(({ bytes }, n) => [String(n), bytes]))
  const times = postTimes(burst)
  const seen = new Map(kinds.map(({ name }) => [name, { asked: 0, hits: 0 }]))
  let [posted, lastPost, cpuMs] = [0, -1, 0]
  const total = perSecond * seconds
  for (let n = 0; n < total; n++) {
    const now = (n / total) * seconds * 1_000
    while (posted < times.length && times[posted]! <= now) lastPost = times[posted++]!
    const isCounted = n >= total / 2
    if (Math.random() < signedInShare) {
      if (isCounted) cpuMs += signedInMs
      continue
    }
    const kind = anyKind()
    const nth = drawn(kind)
    const key = `${kinds.indexOf(kind)} ${nth}`
    const cache = caches[design.isByAddress ? nth % processes : Math.floor(Math.random() * processes)]!
    const page = cache.get(key)
    const isOld =
      page !== undefined && design.changesWithAnyPost(kind) && lastPost > page.at && now - page.at > design.minAgeMs
    const isHit = page !== undefined && !isOld && now - page.at < maxAgeMs
    if (!isHit) cache.set(key, { at: now })
    if (!isCounted) continue
    const counts = seen.get(kind.name)!
    counts.asked++
    if (isHit) counts.hits++
    cpuMs += isHit ? hitMs : kind.missMs
  }
  return { seen, cores: cpuMs / ((seconds / 2) * 1_000) }
}

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(0)} %`

console.log(
  `${perSecond.toLocaleString('en')} requests a second to ${processes} processes, ${percent(signedInShare, 1)} of them by people who are signed in; of the others: ` +
    `${kinds.map(({ name, share }) => `${name} ${percent(share, 1)}`).join(', ')}. 10 million posts, 1 million different searches, 200,000 sellers.\n`,
)
for (const design of designs) {
  const lines = bursts.map((burst) => {
    const { seen, cores } = simulate(design, burst)
    const all = [...seen.values()]
    const sum = (of: 'asked' | 'hits') => all.reduce((total, one) => total + one[of], 0)
    return [
      burst.name,
      ...all.map(({ hits, asked }) => percent(hits, asked)),
      percent(sum('hits'), sum('asked')),
      figure(cores),
    ]
  })
  console.log(`${design.name}\n\n${table(['hits', ...kinds.map(({ name }) => name), 'all', 'cores'], lines)}\n`)
}
