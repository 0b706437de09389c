import { expect, test } from 'vitest'

import { walkOrders } from './order-walks.ts'

test('whatever people, the clock and the team do, orders and copies stay right', { timeout: 240_000 }, async () => {
  const { tried, found, holds } = await walkOrders({ seed: 7, isLong: false })
  console.log(`${tried}: ${found}`)
  expect(holds, `${tried}: ${found}`).toBe(true)
})
