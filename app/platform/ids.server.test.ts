import { expect, test } from 'vitest'

import { newId } from './ids.server.ts'

test('many ids of one moment sort as they were made', () => {
  const ids = Array.from({ length: 300 }, newId)
  expect(ids.toSorted()).toEqual(ids)
})
