import { expect, test } from 'vitest'

import { districtNamed, districts, neighboursOf } from './districts.ts'

test('Assam has 35 districts, in the order of the alphabet', () => {
  expect(new Set(districts).size).toBe(35)
  expect(districts).toEqual(districts.toSorted())
})

test.each(districts)('%s has neighbours, and is a neighbour of its neighbours', (district) => {
  const neighbours = neighboursOf(district)
  expect(neighbours).not.toHaveLength(0)
  expect(neighbours).not.toContain(district)
  for (const neighbour of neighbours) expect(neighboursOf(neighbour)).toContain(district)
})

test('neighbours are in the order of the alphabet', () => {
  expect(neighboursOf('Jorhat')).toEqual(['Golaghat', 'Majuli', 'Sivasagar'])
})

test.each([
  ['Jorhat', 'Jorhat'],
  ['  JORHAT  district', 'Jorhat'],
  ['Kamrup (Metro)', 'Kamrup Metropolitan'],
  ['Kamrup (M)', 'Kamrup Metropolitan'],
  ['Guwahati', 'Kamrup Metropolitan'],
  ['South Salmara Mankachar', 'South Salmara-Mankachar'],
  ['Karimganj', 'Sribhumi'],
  ['Kolkata', null],
  ['', null],
])('a store that types %j is in %j', (typed, district) => expect(districtNamed(typed)).toBe(district))
