import { expect, test } from 'vitest'

import { formatPaise, parsePaise } from './money.ts'

test.for([
  ['250', 25_000],
  ['250.50', 25_050],
  ['250.5', 25_050],
  ['1,250', 125_000],
  ['1,23,456', 12_345_600],
  ['123,456', 12_345_600],
  ['₹250', 25_000],
  [' ₹ 250 ', 25_000],
  ['0', 0],
] as const)('%s is read as %d paise', ([text, paise]) => {
  expect(parsePaise(text)).toBe(paise)
})

const noPrices = ['', 'free', '-5', '+5', '1e3', '2.505', '2.', '.50', '1,2,3', '12,34', '1,', ',1', 'Rs 250', '२५०']

test.for([...noPrices, '9'.repeat(20)])('%j is no price', (text) => {
  expect(parsePaise(text)).toBeNull()
})

test('prices have Indian digit grouping, without .00', () => {
  const shown = [0, 25_000, 25_050, 25_005, 12_345_650, 100_000_000].map(formatPaise)
  expect(shown).toEqual(['₹0', '₹250', '₹250.50', '₹250.05', '₹1,23,456.50', '₹10,00,000'])
})
