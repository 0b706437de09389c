import { expect, test } from 'vitest'

import { formatDate, formatDateTime } from './dates.ts'

test('a date with time has the American format, in Indian time', () => {
  expect(formatDateTime(new Date('2025-11-14T12:50:00Z'))).toBe('11/14/2025, 6:20 PM')
  expect(formatDateTime(new Date('2025-12-31T18:30:00Z'))).toBe('1/1/2026, 12:00 AM')
})

test('a date has the Indian format', () => {
  expect(formatDate(new Date('2025-11-14T18:40:00Z'))).toBe('15/11/2025')
})
