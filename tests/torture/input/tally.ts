import { isDeepStrictEqual } from 'node:util'

export const part = 'input'
export const maxMs = 2_000

function shown(...what: unknown[]) {
  return what.map((one) => (JSON.stringify(one) ?? 'nothing').slice(0, 160)).join(' ')
}

export type Faults = ReturnType<typeof noFaults>

/** Counts faults; the report shows the first of each kind. */
export function noFaults() {
  let count = 0
  const first = new Map<string, string>()
  return {
    add(where: string, verdict: string, ...what: unknown[]) {
      count++
      const kind = `${where} ${verdict}`
      if (first.size < 12 && !first.has(kind)) first.set(kind, `${kind} (case ${shown(...what)})`)
    },
    areNone: () => count === 0,
    told: () => (count === 0 ? 'no fault' : `${count} faults: ${[...first.values()].join('; ')}`),
  }
}

/** The columns of a row that differ from the expected ones, with their values; false if none does. */
export function differing(row: Record<string, unknown> | undefined, expected: Record<string, unknown>) {
  if (!row) return 'nothing'
  const wrong = Object.entries(expected).filter(([column, value]) => !isDeepStrictEqual(row[column], value))
  return wrong.length > 0 && Object.fromEntries(wrong.map(([column]) => [column, row[column]]))
}
