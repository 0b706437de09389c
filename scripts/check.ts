// `npm run check`: static checks of types, lint, format and unused code.
import { exec } from 'node:child_process'

const checks = [
  { name: 'types', command: 'react-router typegen && tsc --noEmit' },
  { name: 'lint', command: 'oxlint' },
  { name: 'format', command: 'oxfmt --check' },
  { name: 'unused files, exports and dependencies', command: 'knip' },
]

/** Runs all checks, printing the output of those that fail. One after the other: lint reads the types that the first writes. */
export async function runChecks() {
  const results: { name: string; ok: boolean }[] = []
  for (const { name, command } of checks) {
    const started = performance.now()
    const { ok, said } = await run(command)
    console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`)
    if (!ok) console.log(said)
    results.push({ name, ok })
  }
  return results
}

function run(command: string) {
  const options = { maxBuffer: Infinity, env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` } }
  return new Promise<{ ok: boolean; said: string }>((resolve) => {
    exec(command, options, (error, stdout, stderr) => resolve({ ok: error === null, said: stdout + stderr }))
  })
}

if (import.meta.main && (await runChecks()).some(({ ok }) => !ok)) process.exit(1)
