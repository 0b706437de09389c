// Everything that can be known without running the product: types, lint, format, and what nobody uses.
import { spawnSync } from 'node:child_process'

const checks = [
  { name: 'types', command: 'react-router typegen && tsc --noEmit' },
  { name: 'lint', command: 'oxlint' },
  { name: 'format', command: 'oxfmt --check' },
  { name: 'unused files, exports and dependencies', command: 'knip' },
]

/** Prints what each finds; says which failed. */
export function runChecks() {
  return checks.map(({ name, command }) => {
    const started = performance.now()
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
    })
    const ok = status === 0
    console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`)
    if (!ok) console.log(stdout + stderr)
    return { name, ok }
  })
}

if (import.meta.main && runChecks().some(({ ok }) => !ok)) process.exit(1)
