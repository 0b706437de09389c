import { expect, test } from 'vitest'

import { newId } from './ids.server.ts'

test('ids created within one millisecond sort in order of creation', () => {
  const ids = Array.from({ length: 300 }, newId)
  expect(ids.toSorted()).toEqual(ids)
})
