import { expect, test } from 'vitest'

import { bytes } from '#tests/torture/bytes.ts'

test('requests with wrong bytes neither crash the server nor leave anything in it', { timeout: 600_000 }, async () => {
  for (const { tried, found, holds } of await bytes({ seed: 7, isLong: false })) {
    console.log(`${tried}: ${found}`)
    expect(holds, `${tried}: ${found}`).toBe(true)
  }
})
