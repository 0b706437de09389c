import { expect, test } from 'vitest'

import { formatAge, formatDate, formatDateTime, formatMonth, readDay, startOfDay, startOfWeek } from './dates.ts'

test('a date with time has the American format, in Indian time', () => {
  expect(formatDateTime(new Date('2025-11-14T12:50:00Z'))).toBe('11/14/2025, 6:20 PM')
  expect(formatDateTime(new Date('2025-12-31T18:30:00Z'))).toBe('1/1/2026, 12:00 AM')
})

test('a date has the Indian format', () => {
  expect(formatDate(new Date('2025-11-14T18:40:00Z'))).toBe('15/11/2025')
})

test('a month is named, in Indian time', () => {
  expect(formatMonth(new Date('2025-02-28T18:30:00Z'))).toBe('March 2025')
})

test('a day begins at midnight in India, and a week on Monday', () => {
  const days = ['2025-11-14T18:29:59.999Z', '2025-11-14T18:30:00Z'].map((time) => startOfDay(new Date(time)))
  expect(days).toEqual([new Date('2025-11-13T18:30:00Z'), new Date('2025-11-14T18:30:00Z')])
  const weeks = ['2025-11-16T18:29:59.999Z', '2025-11-16T18:30:00Z'].map((time) => startOfWeek(new Date(time)))
  expect(weeks).toEqual([new Date('2025-11-09T18:30:00Z'), new Date('2025-11-16T18:30:00Z')])
})

test('the day of a date field begins at midnight in India; what is no day is none', () => {
  expect(readDay('2025-11-15')).toEqual(new Date('2025-11-14T18:30:00Z'))
  expect([null, '', '2025-13-01', '15/11/2025', '0001-01-01'].map(readDay)).toEqual([null, null, null, null, null])
})

test.for([
  [0, 'just now'],
  [-5, 'just now'],
  [1, '1 minute ago'],
  [59, '59 minutes ago'],
  [60, '1 hour ago'],
  [24 * 60, '1 day ago'],
  [3 * 24 * 60, '3 days ago'],
  [15 * 24 * 60, '2 weeks ago'],
  [31 * 24 * 60, '1 month ago'],
  [800 * 24 * 60, '2 years ago'],
] as const)('%i minutes are "%s"', ([minutes, text]) => {
  const now = new Date('2025-11-14T12:00:00Z')
  expect(formatAge(new Date(now.getTime() - minutes * 60_000), now)).toBe(text)
})
