import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import type { Generated } from './generator.ts'
import { alone, cached, everything, limits, paging, reference, rows, searches, uncached } from './speed-rows.ts'
import { figure, median, type Requirement, requirements, table } from './table.ts'
import type { VisitName } from './visits.ts'

export type Measured = Generated & { cpuMs: number }

export interface OfSize {
  size: number
  startMs: number
  restMegabytes: number
  /** By row: one measurement per round. */
  measured: Map<string, Measured[]>
}

export interface Results {
  /** The smallest first. */
  sizes: OfSize[]
  postgresAtRest: number
  atMost: { node: number; postgres: number }
  /** Node's memory in megabytes over this number of requests: medians of the first and of the last tenth. */
  flat: { requests: number; first: number; last: number }
  how: { rounds: number; seconds: number }
}

const count = ({ size }: OfSize) => `${size.toLocaleString('en')} posts`

/** The median of the rounds. */
const of = ({ measured }: OfSize, row: string, what: keyof Measured) =>
  median(measured.get(row)!.map((round) => round[what]))

/** CPU as a multiple of the reference page's with the same number of posts. */
const ofReference = (one: OfSize, row: string) => of(one, row, 'cpuMs') / of(one, reference, 'cpuMs')

function judge({ sizes, postgresAtRest, atMost, flat }: Results): Requirement[] {
  const everywhere = (names: string[], what: keyof Measured) =>
    sizes.flatMap((one) => names.map((name) => of(one, name, what)))
  const [small, large] = [sizes[0]!, sizes.at(-1)!]
  const listings = [...cached.filter((name) => !name.startsWith('search') && name !== 'a post'), ...uncached, ...paging]
  const growths = listings.map((name) => of(large, name, 'cpuMs') / of(small, name, 'cpuMs'))
  const failed = sizes.flatMap(({ measured }) => [...measured.values()].flat()).map((round) => round.failed)

  const most = (what: string, limit: number, unit: string, found: number[]): Requirement => {
    const worst = Math.max(...found)
    return {
      what: `${what} ≤ ${Number(limit.toPrecision(3))}${unit}`,
      found: figure(worst) + unit,
      holds: worst <= limit,
    }
  }
  const mostCpu = (what: string, limit: number, names: VisitName[]) => {
    const found = sizes.flatMap((one) => names.map((name) => ofReference(one, name)))
    return most(`${what}: CPU`, limit, " times the reference page's", found)
  }
  const timesBooks = (name: VisitName) =>
    sizes.map((one) => of(one, name, 'cpuMs') / of(one, 'Books from anywhere, not cached', 'cpuMs'))
  return [
    mostCpu('home, tabs and searches of visitors, cached', limits.cpu.cached, cached),
    mostCpu('Books from anywhere, not cached', limits.cpu.books, ['Books from anywhere, not cached']),
    mostCpu('Books, signed in', limits.cpu.signedIn, ['Books, signed in']),
    mostCpu('an order', limits.cpu.order, ['order']),
    most(
      'a page of 24 purchases out of 100,000: CPU',
      limits.purchases,
      ' times that of one out of 100',
      sizes.map((one) => of(one, 'purchases, of 100,000', 'cpuMs') / of(one, 'purchases, of 100', 'cpuMs')),
    ),
    most('a post, not cached: CPU', limits.ofList, ' times that of Books', timesBooks('a post, not cached')),
    most('a search of everything, not cached: CPU', limits.ofList, ' times that of Books', timesBooks(everything)),
    ...(small === large
      ? []
      : [most(`CPU of listing and paging, ${count(large)} to ${count(small)}`, limits.growth, ' times', growths)]),
    most('every search, one at a time: p99', limits.searchP99Ms, ' ms', everywhere(searches.map(alone), 'p99Ms')),
    most(
      'every search of everything, one at a time: p99',
      limits.everythingP99Ms,
      ' ms',
      everywhere([alone(everything)], 'p99Ms'),
    ),
    most('a post, one at a time: p99', limits.postP99Ms, ' ms', everywhere([alone('a post, not cached')], 'p99Ms')),
    most('a process at rest', limits.restMegabytes, ' MB', [...sizes.map((one) => one.restMegabytes), postgresAtRest]),
    most('a process under load', limits.loadMegabytes, ' MB', [atMost.node, atMost.postgres]),
    most(`memory over ${flat.requests.toLocaleString('en')} requests, last to first`, limits.longMemory, ' times', [
      flat.last / flat.first,
    ]),
    most('requests that failed', 0, '', [failed.reduce((sum, one) => sum + one, 0)]),
  ]
}

export function describe(results: Results) {
  const { sizes, postgresAtRest, atMost, flat, how } = results
  const summary = requirements(judge(results))
  const tables = sizes.map((one) => {
    const lines = [reference, ...rows.map(({ name }) => name)].map((name) => {
      const figures = (['perSecond', 'p50Ms', 'p99Ms', 'cpuMs'] as const).map((what) => of(one, name, what))
      return [name, ...[...figures, ofReference(one, name)].map(figure)]
    })
    return `## ${count(one)}\n\n${table(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'of reference'], lines)}\n`
  })
  const memory = [
    ...sizes.map((one) => [`Node at rest, ${count(one)}`, figure(one.restMegabytes)]),
    ['largest process of PostgreSQL at rest, with what all share', figure(postgresAtRest)],
    ['Node under load, at most', figure(atMost.node)],
    ['largest process of PostgreSQL under load, with what all share', figure(atMost.postgres)],
    [`Node in the first tenth of ${flat.requests.toLocaleString('en')} requests of all sorts`, figure(flat.first)],
    ['Node in the last tenth', figure(flat.last)],
  ]
  const starts = sizes.map((one) => [`from the command to the first answer, ${count(one)}`, figure(one.startMs)])
  const generatorMs = of(sizes[0]!, 'home', 'generatorMs')
  const text = `# What a request costs

\`npm run bench\` on ${availableParallelism()} cores, Node ${process.versions.node}: 32 connections, ${how.rounds} rounds of ${how.seconds} s, medians.

- CPU is that of Node and PostgreSQL together, a request.
- The load comes from the same machine: it takes ${figure(generatorMs)} ms of CPU a request, from a core that Node does not need.
- The reference page is rendered by this program itself: the product's query for 12 books and its cards, by React's
  \`renderToString\`, without HTTP, router, frame, cache or compression. "Of reference" is CPU in times that page's.
- "Not cached" has an address that nobody asked for before: it begins at another id, or says something that nobody reads.

${summary}

${tables.join('\n')}
## Memory and start

${table(['', 'MB'], memory)}

${table(['', 'ms'], starts)}
`
  return { text, summary }
}

/** Writes all results to bench/results.md, and the table of requirements to README.md, which links to the former. */
export function keepResults({ text, summary }: ReturnType<typeof describe>) {
  writeFileSync('bench/results.md', text)
  const [begin, end] = ['<!-- npm run bench -->', '<!-- end -->']
  const readme = readFileSync('README.md', 'utf8')
  const [before, rest] = readme.split(begin)
  if (!rest?.includes(end)) throw new Error(`README.md has no ${begin} with ${end} after it`)
  writeFileSync('README.md', `${before}${begin}\n\n${summary}\n\n${rest.slice(rest.indexOf(end))}`)
}
