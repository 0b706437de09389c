// `npm run torture`: the programs that try to break the product, in their long form; one table at the end. Names of parts
// as arguments run those alone, `--seed N` repeats what was found, `--prove` breaks the product to see that it is noticed.
import { parseArgs } from 'node:util'

import { buildIfStale } from '#server/build.ts'
import { access } from '#tests/torture/access.ts'
import { backupDrill } from '#tests/torture/backup-drill.ts'
import { bytes } from '#tests/torture/bytes.ts'
import { faults } from '#tests/torture/faults.ts'
import { files } from '#tests/torture/files.ts'
import type { Finding } from '#tests/torture/finding.ts'
import { input } from '#tests/torture/input.ts'
import { load } from '#tests/torture/load.ts'

const parts = { access, input, bytes, files, faults, load, 'backup-drill': backupDrill }

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, prove: { type: 'boolean', default: false } },
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
console.log(`Seed ${seed}`)
const findings: Finding[] = []
for (const name of names) {
  const started = performance.now()
  findings.push(...(await parts[name as keyof typeof parts]({ seed, isLong: true, isProving: values.prove })))
  console.log(`${name}: ${Math.round((performance.now() - started) / 1_000)} s`)
}
console.table(findings)
process.exit(findings.every(({ holds }) => holds) ? 0 : 1)
