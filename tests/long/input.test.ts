import { expect, test } from 'vitest'

import { input } from '#tests/torture/input.ts'

test(
  'hostile input breaks nothing, is shown nowhere as it was sent, and is kept as it was typed',
  { timeout: 1_500_000 },
  async () => {
    for (const { tried, found, holds } of await input({ seed: 7, isLong: false })) {
      console.log(`${tried}: ${found}`)
      expect(holds, `${tried}: ${found}`).toBe(true)
    }
  },
)
