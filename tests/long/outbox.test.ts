import { expect, test } from 'vitest'

import { outbox } from '#tests/torture/outbox.ts'

test('no mail is lost, whatever the mail server does and whichever process dies', { timeout: 240_000 }, async () => {
  for (const { tried, found, holds } of await outbox({ seed: 7, isLong: false })) {
    console.log(`${tried}: ${found}`)
    expect.soft(holds, `${tried}: ${found}`).toBe(true)
  }
})
