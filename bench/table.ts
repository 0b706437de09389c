/** A Markdown table that is readable on a terminal, too; numbers are right-aligned. */
export function table(head: string[], rows: string[][]) {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column]!)].map(({ length }) => length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, n) => (n ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!))).join(' | ')} |`
  const rule = `|${widths.map((width, n) => '-'.repeat(width + 1) + (n ? ':' : '-')).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Three significant digits. */
export function figure(value: number) {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export interface Requirement {
  what: string
  found: string
  holds: boolean
}

export function requirements(all: Requirement[]) {
  return table(
    ['requirement', 'found', ''],
    all.map(({ what, found, holds }) => [what, found, holds ? 'holds' : 'DOES NOT HOLD']),
  )
}
