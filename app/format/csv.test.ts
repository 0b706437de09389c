import { expect, test } from 'vitest'

import { toCsv } from './csv.ts'

/** The lines of a file of one column. */
const written = (...cells: (string | number | null)[]) =>
  toCsv(cells.map((cell) => [cell]))
    .slice(1)
    .split('\r\n')
    .slice(0, -1)

test('rows end with CRLF, cells are divided by commas, and the file begins with a byte order mark', () => {
  expect(
    toCsv([
      ['Day', 'Posts'],
      ['2025-11-14', 81],
      ['2025-11-15', null],
    ]),
  ).toBe('\uFEFFDay,Posts\r\n2025-11-14,81\r\n2025-11-15,\r\n')
})

test('commas, quotes and lines are quoted; Assamese stays as it is', () => {
  expect(written('Das, Rina', 'the "new" one', 'পুথি')).toEqual(['"Das, Rina"', '"the ""new"" one"', 'পুথি'])
  expect(toCsv([['one\r\ntwo', 'three\nfour']])).toBe('\uFEFF"one\r\ntwo","three\nfour"\r\n')
})

test.for(['=1+1', '+91 98640', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)'])('%s is text', (text) => {
  expect(written(text)).toEqual([`'${text}`])
})

test('a formula behind a tab or a line break is text', () => {
  expect(toCsv([['\t=1', '\r=1', '\n=1']])).toBe(`\uFEFF"'\t'=1","'\r'=1","'\n'=1"\r\n`)
})

test('a quoted formula is text, too', () => {
  expect(written('=HYPERLINK("http://x","y")')).toEqual([`"'=HYPERLINK(""http://x"",""y"")"`])
})

test('a cell that a spreadsheet would split has no formula inside', () => {
  expect(written('a;=1+1', 'a\t@SUM(A1)')).toEqual([`"a;'=1+1"`, `"a\t'@SUM(A1)"`])
  expect(toCsv([['list:\n- one\n- two']])).toBe(`\uFEFF"list:\n'- one\n'- two"\r\n`)
})

test('numbers stay numbers, also below zero; what only looks like one inside of text is left alone', () => {
  expect(written(-5, 0.5, 0, 'a-b', 'x=1', '5')).toEqual(['-5', '0.5', '0', 'a-b', 'x=1', '5'])
})
