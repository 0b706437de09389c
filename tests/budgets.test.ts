import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { budgets } from '#bench/budgets.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

test('what the first page loads stays within its budget', async () => {
  const { url } = await freshDatabase()
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  onTestFinished(async () => void (await server.stop()))
  for (const [path, budget] of Object.entries(budgets)) {
    const html = await (await fetch(server.address + path)).text()
    const kilobytes = (pattern: RegExp) =>
      [...new Set([...html.matchAll(pattern)].map(([, file]) => file!))].reduce(
        (sum, file) => sum + gzipSync(readFileSync(`build/client${file}`), { level: 9 }).length / 1_000,
        0,
      )
    const atOnce = kilobytes(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"/g)
    const withPerson = kilobytes(/<link rel="later" href="([^"]+)"/g)
    const style = kilobytes(/<link rel="stylesheet" href="([^"]+)"/g)
    console.log(
      `${path}: ${atOnce.toFixed(1)} kB of script at once, ${withPerson.toFixed(1)} more with a person, ${style.toFixed(1)} kB of style`,
    )
    expect(atOnce).toBeLessThanOrEqual(budget.atOnce)
    expect(withPerson).toBeLessThanOrEqual(budget.withPerson)
    expect(style).toBeLessThanOrEqual(budget.style)
    // Smaller sizes would mean that the patterns above no longer find the files.
    expect(atOnce).toBeGreaterThan(0.5)
    expect(withPerson).toBeGreaterThan(50)
    expect(style).toBeGreaterThan(5)
  }
})
