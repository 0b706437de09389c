import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Process {
  id: number
  parent: number
  /** Includes children that have ended. */
  cpuMs: number
  megabytes: number
}

const tickMs = 10
const pageBytes = 4_096

/** All descendants of a process, without those in `without` and their descendants. */
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

/** Null if it has ended. */
export function readProcess(id: number): Process | null {
  if (!existsSync(`/proc/${id}/stat`)) return null
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The second field is the name, in brackets, which may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const sum = (from: number, to: number) => fields.slice(from, to).reduce((total, ticks) => total + Number(ticks), 0)
    const pages = Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1])
    return { id, parent: Number(fields[1]), cpuMs: sum(11, 15) * tickMs, megabytes: (pages * pageBytes) / 1_048_576 }
  } catch {
    return null
  }
}
