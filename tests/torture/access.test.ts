import { expect, inject, test } from 'vitest'

import { access } from './access.ts'

test('everyone gets what the declaration lets them have, and nothing else', { timeout: 600_000 }, async () => {
  const findings = await access({ seed: 7, isLong: false, postgresUrl: inject('postgresUrl') })
  for (const { tried, found, holds } of findings) {
    console.log(`${tried}: ${found}`)
    expect.soft(holds, `${tried}: ${found}`).toBe(true)
  }
})
