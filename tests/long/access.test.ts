import { expect, inject, test } from 'vitest'

import { access } from '#tests/torture/access.ts'

test(
  'everyone gets what the declaration lets them have, however the address is written',
  { timeout: 1_800_000 },
  async () => {
    for (const { tried, found, holds } of await access({ seed: 7, isLong: true, postgresUrl: inject('postgresUrl') })) {
      console.log(`${tried}: ${found}`)
      expect.soft(holds, `${tried}: ${found}`).toBe(true)
    }
  },
)
