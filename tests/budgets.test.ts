import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { startServer } from '#tests/support/server.ts'
import { freshDatabase } from '#tests/support/database.ts'

/** What a phone downloads before the first page is alive, in kilobytes of gzip. */
const budgets = { '/': { script: 125, style: 15 } }

test('what the first page loads stays within its budget', async () => {
  const { url } = await freshDatabase()
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  for (const [path, budget] of Object.entries(budgets)) {
    const html = await (await fetch(server.address + path)).text()
    const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
    const kilobytes = (ending: string) =>
      files
        .filter((file) => file.endsWith(ending))
        .reduce((sum, file) => sum + gzipSync(readFileSync(`build/client${file}`), { level: 9 }).length / 1_000, 0)
    console.log(`${path}: ${kilobytes('.js').toFixed(1)} kB of script, ${kilobytes('.css').toFixed(1)} kB of style`)
    expect(kilobytes('.js')).toBeLessThanOrEqual(budget.script)
    expect(kilobytes('.css')).toBeLessThanOrEqual(budget.style)
    expect(kilobytes('.js')).toBeGreaterThan(50) // the files were found
  }
  await server.stop()
})
