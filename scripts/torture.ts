// `npm run torture`: runs the long form of the programs that try to break the product, and prints a table. Arguments
// select parts, `--seed N` repeats a run, `--prove` breaks the product on purpose to see that the programs notice, and
// `--only TEXT` selects events of the part `cluster`.
import { parseArgs } from 'node:util'

import { buildIfStale } from '#server/build.ts'
import { access } from '#tests/torture/access.ts'
import { backupDrill } from '#tests/torture/backup-drill.ts'
import { bytes } from '#tests/torture/bytes.ts'
import { faults } from '#tests/torture/faults.ts'
import { files } from '#tests/torture/files.ts'
import { cluster } from '#tests/torture/cluster.ts'
import { type Finding, summaryOf } from '#tests/torture/finding.ts'
import { image } from '#tests/torture/image.ts'
import { input } from '#tests/torture/input.ts'
import { load } from '#tests/torture/load.ts'
import { orders } from '#tests/torture/orders.ts'
import { outbox } from '#tests/torture/outbox.ts'

const parts = { access, input, bytes, files, faults, load, orders, outbox, 'backup-drill': backupDrill, cluster, image }

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, prove: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
})
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const names = positionals.length > 0 ? positionals : Object.keys(parts)
const unknown = names.find((name) => !(name in parts))
if (unknown || !Number.isSafeInteger(seed)) {
  console.error(unknown ? `No part ${unknown}: ${Object.keys(parts).join(', ')}` : 'The seed is a whole number.')
  process.exit(2)
}

await buildIfStale()
const findings: Finding[] = []
for (const name of names) {
  const started = performance.now()
  const found = await parts[name as keyof typeof parts]({
    seed,
    isLong: true,
    isProving: values.prove,
    only: values.only,
  })
  findings.push(...found)
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`\n${name}, ${seconds} s. Again: npm run torture -- ${name} --seed ${seed}`)
  for (const { tried, found: figures, holds } of found) {
    const verdict = holds === 'skipped' ? holds : holds ? 'holds  ' : 'FAILS  '
    console.log(wrapped(`${verdict}  ${tried}: ${figures}`, '         '))
  }
}

console.log(`\nSeed ${seed}`)
console.log(table(findings))
const { hasFailed, text: summary } = summaryOf(findings)
console.log(summary)
process.exit(hasFailed ? 1 : 0)

/** A Markdown table for a terminal of 160 columns, with long cells wrapped. */
function table(rows: Finding[]) {
  const widths = [12, 52, 78, 7]
  const line = (cells: string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`
  const head = [line(['part', 'tried', 'found', 'holds']), line(widths.map((width) => '-'.repeat(width)))]
  const lines = rows.flatMap(({ part, tried, found, holds }) => {
    const cells = [part, tried, found, holds === 'skipped' ? holds : holds ? 'yes' : 'NO'].map((text, n) =>
      folded(text, widths[n]!),
    )
    const height = Math.max(...cells.map(({ length }) => length))
    return Array.from({ length: height }, (_, n) => line(cells.map((cell) => cell[n] ?? '')))
  })
  return [...head, ...lines].join('\n')
}

function wrapped(text: string, indent: string) {
  return folded(text, 150).join(`\n${indent}`)
}

/** Wraps text at spaces where possible; replaces control characters, which a terminal would obey. */
function folded(text: string, width: number) {
  const lines: string[] = []
  for (const word of text.replaceAll(/\p{C}/gu, '□').split(/\s+/)) {
    for (const piece of word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + 1 + piece.length <= width) lines[lines.length - 1] = `${last} ${piece}`
      else lines.push(piece)
    }
  }
  return lines
}
