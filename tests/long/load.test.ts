import { expect, test } from 'vitest'

import { load } from '#tests/torture/load.ts'

test('many at once, and some that hang, keep nobody waiting', { timeout: 300_000 }, async () => {
  for (const { tried, found, holds } of await load({ seed: 7, isLong: false })) {
    console.log(`${tried}: ${found}`)
    expect.soft(holds, `${tried}: ${found}`).toBe(true)
  }
})
