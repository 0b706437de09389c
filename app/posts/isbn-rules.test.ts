import { expect, test } from 'vitest'

import { isbnDigits, toIsbn13 } from './isbn-rules.ts'

const read = (typed: string) => toIsbn13(isbnDigits(typed))

test('an ISBN of ten digits becomes one of thirteen', () => {
  expect(read('0-306-40615-2')).toEqual({ isbn13: '9780306406157' })
  expect(read('81 7709 187 5')).toEqual({ isbn13: '9788177091878' })
  expect(read('0-8044-2957-x')).toEqual({ isbn13: '9780804429573' })
})

test('an ISBN of thirteen digits stays as it is, with hyphens of any kind left out', () => {
  expect(read(' 978-0-306-40615-7 ')).toEqual({ isbn13: '9780306406157' })
  expect(read('978‑0–306‐40615 7')).toEqual({ isbn13: '9780306406157' })
  expect(read('979-10-90636-07-1')).toEqual({ isbn13: '9791090636071' })
})

test('one wrong digit, or two that are swapped, are noticed', () => {
  for (const typed of ['0306406153', '0306406512', '9780306406158', '9780304606157']) {
    expect([typed, read(typed)]).toEqual([typed, 'wrong digits'])
  }
})

test('other numbers are none', () => {
  for (const typed of ['123', '030640615', '97803064061570', '0306X06152', '8901234567894', '৯৭৮০৩০৬৪০৬১৫৭', 'none']) {
    expect([typed, read(typed)]).toEqual([typed, 'no isbn'])
  }
})
