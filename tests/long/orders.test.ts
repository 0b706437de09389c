import { expect, test } from 'vitest'

import { orders } from '#tests/torture/orders.ts'

test('whatever people, the clock and the team do, orders and copies stay right', { timeout: 240_000 }, async () => {
  for (const { tried, found, holds } of await orders({ seed: 7, isLong: false })) {
    console.log(`${tried}: ${found}`)
    expect.soft(holds, `${tried}: ${found}`).toBe(true)
  }
})
