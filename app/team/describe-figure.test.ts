import { expect, test } from 'vitest'

import { describeFigure, formatFigure } from './describe-figure.ts'
import type { AnyRow } from './figures.ts'
import { type By, periodOf } from './overview-period.ts'

/** 14 November is the last day, and 10 November the last Monday. */
const now = new Date('2025-11-14T12:00:00Z')

/** Rows of the last days or weeks; those before are as `empty`. */
function rowsOf(by: By, empty: AnyRow, ...last: AnyRow[]) {
  const { buckets } = periodOf(by, now)
  return [...buckets.slice(last.length).map(() => empty), ...last]
}

test('counts have Indian grouping, shares a percent sign, and times the unit that fits them', () => {
  expect([0, 81, 123_456].map((value) => formatFigure('count', value))).toEqual(['0', '81', '1,23,456'])
  expect(formatFigure('percent', 96)).toBe('96%')
  const hours = [0, 0.004, 0.5, 1, 5.25, 24, 47.9, 48, 84]
  expect(hours.map((value) => formatFigure('hours', value))).toEqual([
    '0',
    '1 min',
    '30 min',
    '1 h',
    '5.3 h',
    '1 d',
    '47.9 h',
    '2 d',
    '3.5 d',
  ])
  expect(formatFigure('hours', null)).toBe('–')
})

test('a count is told by its sum and its best day', () => {
  const rows = rowsOf('day', { posts: 0 }, { posts: 1_200 }, { posts: 4 }, { posts: 3 })
  expect(describeFigure('posts', rows, periodOf('day', now))).toBe('1,207 in all, most on 12 Nov: 1,200')
})

test('what is stacked is told together, and what is not known is left out', () => {
  const unknown = { sent: null, waiting: null, failed: null }
  const rows = rowsOf('week', unknown, { sent: 5, waiting: 1, failed: 2 }, { sent: 3, waiting: 0, failed: 0 })
  expect(describeFigure('mails', rows, periodOf('week', now))).toBe('11 in all, most in the week from 3 Nov: 8')
})

test('shares and times are told from the lowest to the highest', () => {
  const shares = rowsOf('day', { share: null }, { share: 100 }, { share: null }, { share: 50 }, { share: 80 })
  expect(describeFigure('completion', shares, periodOf('day', now))).toBe('From 50% to 100%, lowest on 13 Nov')
  const times = rowsOf('week', { median: null }, { median: 0.5 }, { median: 84 })
  const told = 'From 30 min to 3.5 d, longest in the week from 10 Nov'
  expect(describeFigure('hand-over', times, periodOf('week', now))).toBe(told)
  const one = rowsOf('day', { median: null }, { median: 2 })
  expect(describeFigure('acceptance', one, periodOf('day', now))).toBe('2 h')
})

test('nothing is told as none', () => {
  expect(describeFigure('posts', rowsOf('day', { posts: 0 }), periodOf('day', now))).toBe('None')
  expect(describeFigure('completion', rowsOf('day', { share: null }), periodOf('day', now))).toBe('None')
})
