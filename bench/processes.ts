import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Process {
  id: number
  parent: number
  /** Of itself and of its children that have ended. */
  cpuMs: number
  megabytes: number
}

const tickMs = 10
const pageBytes = 4_096

/** All processes that this one started, and those that they did, without the ones named and what these started. */
export function processesBelow(root: number, without: number[] = []): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
  const childrenOf = Map.groupBy(all, ({ parent }) => parent)
  const below = (parent: number): Process[] =>
    (childrenOf.get(parent) ?? [])
      .filter(({ id }) => !without.includes(id))
      .flatMap((child) => [child, ...below(child.id)])
  return below(root)
}

/** Null where it has ended meanwhile. */
export function readProcess(id: number): Process | null {
  if (!existsSync(`/proc/${id}/stat`)) return null
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The second field is the name, in brackets, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const sum = (from: number, to: number) => fields.slice(from, to).reduce((total, ticks) => total + Number(ticks), 0)
    const pages = Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1])
    return { id, parent: Number(fields[1]), cpuMs: sum(11, 15) * tickMs, megabytes: (pages * pageBytes) / 1_048_576 }
  } catch {
    return null
  }
}
