import { expect, test } from 'vitest'

import { lowestIdAt, newId } from './ids.server.ts'

test('ids created within one millisecond sort in order of creation', () => {
  const ids = Array.from({ length: 300 }, newId)
  expect(ids.toSorted()).toEqual(ids)
})

test('the lowest id of a time sorts after all ids made before it, and before all made then', () => {
  const border = lowestIdAt(new Date('2025-11-14T18:30:00Z'))
  const [before, then] = ['019a83a1-a43f-7fff-bfff-ffffffffffff', '019a83a1-a440-7000-8000-000000000000']
  expect([then, border, before].toSorted()).toEqual([before, border, then])
})
