import { expect, test } from 'vitest'

import { backupDrill } from '#tests/torture/backup-drill.ts'

test('a backup under load restores to the same, and a tampered or killed one is refused', async () => {
  for (const { tried, found, holds } of await backupDrill({ seed: 7, isLong: false })) {
    expect.soft(holds, `${tried}: ${found}`).not.toBe(false)
  }
})
