import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import type { Generated } from './generator.ts'
import { alone, cached, datas, paging, rows, searches, uncached } from './speed-rows.ts'
import { figure, median, type Requirement, requirements, table } from './table.ts'

export type Measured = Generated & { cpuMs: number }

export interface OfSize {
  size: number
  startMs: number
  restMegabytes: number
  /** Each row's rounds. */
  measured: Map<string, Measured[]>
}

export interface Results {
  /** The smallest first. */
  sizes: OfSize[]
  postgresAtRest: number
  atMost: { node: number; postgres: number }
  /** Memory in the first tenth of so many requests, and in the last. */
  flat: { requests: number; first: number; last: number }
  how: { rounds: number; seconds: number }
}

const count = ({ size }: OfSize) => `${size.toLocaleString('en')} posts`

/** The median of the rounds. */
const of = ({ measured }: OfSize, row: string, what: keyof Measured) =>
  median(measured.get(row)!.map((round) => round[what]))

/** Milliseconds differ from machine to machine: 1.5, 2.0 and 0.7 were required where a bare route takes 0.05. */
const ofBareCpu = " times the bare route's"

function judge({ sizes, postgresAtRest, atMost, flat }: Results): Requirement[] {
  const everywhere = (names: string[], what: keyof Measured) =>
    sizes.flatMap((one) => names.map((name) => of(one, name, what)))
  const ofBare = sizes.flatMap((one) =>
    cached.map((name) => of(one, name, 'perSecond') / of(one, 'bare route', 'perSecond')),
  )
  const cpuOfBare = (names: string[]) =>
    sizes.flatMap((one) => names.map((name) => of(one, name, 'cpuMs') / of(one, 'bare route', 'cpuMs')))
  const [small, large] = [sizes[0]!, sizes.at(-1)!]
  const listings = [...cached.filter((name) => !name.startsWith('search')), ...uncached, ...paging]
  const growths = listings.map((name) => of(large, name, 'cpuMs') / of(small, name, 'cpuMs'))
  const failed = sizes.flatMap(({ measured }) => [...measured.values()].flat()).map((round) => round.failed)

  const most = (what: string, limit: number, unit: string, found: number[]): Requirement => {
    const worst = Math.max(...found)
    return { what: `${what} ≤ ${limit}${unit}`, found: figure(worst) + unit, holds: worst <= limit }
  }
  const least = Math.min(...ofBare)
  return [
    {
      what: "home, tabs and searches of visitors ≥ 0.5 of the bare route's requests/s",
      found: figure(least),
      holds: least >= 0.5,
    },
    most('a listing not from a cache: CPU', 30, ofBareCpu, cpuOfBare(uncached)),
    most('a listing for who is signed in: CPU', 40, ofBareCpu, cpuOfBare(['Books, signed in'])),
    most('.data of a listing: CPU', 14, ofBareCpu, cpuOfBare(datas)),
    ...(small === large
      ? []
      : [most(`CPU of listing and paging, ${count(large)} to ${count(small)}`, 1.2, ' times', growths)]),
    most('every search, one at a time: p99', 40, ' ms', everywhere(searches.map(alone), 'p99Ms')),
    most('a process at rest', 250, ' MB', [...sizes.map((one) => one.restMegabytes), postgresAtRest]),
    most('a process under load', 400, ' MB', [atMost.node, atMost.postgres]),
    most(`memory over ${flat.requests.toLocaleString('en')} requests, last to first`, 1.05, ' times', [
      flat.last / flat.first,
    ]),
    most('requests that failed', 0, '', [failed.reduce((sum, one) => sum + one, 0)]),
  ]
}

export function describe(results: Results) {
  const { sizes, postgresAtRest, atMost, flat, how } = results
  const summary = requirements(judge(results))
  const tables = sizes.map((one) => {
    const bare = of(one, 'bare route', 'perSecond')
    const lines = rows.map(({ name }) => {
      const perSecond = of(one, name, 'perSecond')
      const rest = (['p50Ms', 'p99Ms', 'cpuMs'] as const).map((what) => of(one, name, what))
      return [name, ...[perSecond, perSecond / bare, ...rest].map(figure)]
    })
    return `## ${count(one)}\n\n${table(['', 'requests/s', 'of bare', 'p50 ms', 'p99 ms', 'CPU ms'], lines)}\n`
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
  const generatorMs = of(sizes[0]!, 'bare route', 'generatorMs')
  const text = `# What a request costs

\`npm run bench\` on ${availableParallelism()} cores, Node ${process.versions.node}: 32 connections, ${how.rounds} rounds of ${how.seconds} s, medians.

- CPU is that of Node and PostgreSQL together, a request.
- The load comes from the same machine: it takes ${figure(generatorMs)} ms of CPU a request, from a core that Node does not need.
- The bare route is \`/healthz\`: the same HTTP server and Hono, two bytes, and nothing else of ours, not even a log line.
- "Not cached" has an address that nobody asked for before: it begins at another id, or says something that nobody reads.

${summary}

${tables.join('\n')}
## Memory and start

${table(['', 'MB'], memory)}

${table(['', 'ms'], starts)}
`
  return { text, summary }
}

/** The README shows what was required and found; the rest is a link away. */
export function keepResults({ text, summary }: ReturnType<typeof describe>) {
  writeFileSync('bench/results.md', text)
  const [begin, end] = ['<!-- npm run bench -->', '<!-- end -->']
  const readme = readFileSync('README.md', 'utf8')
  const [before, rest] = readme.split(begin)
  if (!rest?.includes(end)) throw new Error(`README.md has no ${begin} with ${end} after it`)
  writeFileSync('README.md', `${before}${begin}\n\n${summary}\n\n${rest.slice(rest.indexOf(end))}`)
}
