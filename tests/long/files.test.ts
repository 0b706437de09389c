import { expect, test } from 'vitest'

import { files } from '#tests/torture/files.ts'

test(
  'no hostile file is served as anything but a picture or a PDF, and none costs much',
  { timeout: 600_000 },
  async () => {
    for (const { tried, found, holds } of await files({ seed: 7, isLong: false })) {
      console.log(`${tried}: ${found}`)
      expect(holds, `${tried}: ${found}`).toBe(true)
    }
  },
)
