import { expect, test } from 'vitest'

import { rememberNewest } from './remember-newest.ts'

test('what was asked lately is known again, what was not is forgotten', () => {
  const asked: string[] = []
  const answer = rememberNewest(3, (to) => (asked.push(to), { to }))
  const [a, b] = [answer('a'), answer('b')]
  expect(answer('a')).toBe(a)
  for (const to of ['c', 'd', 'a', 'e']) answer(to)
  expect(answer('a')).toBe(a) // asked for again and again, it stays
  for (const to of ['f', 'g', 'h', 'i']) answer(to)
  expect(answer('b')).not.toBe(b)
  expect(asked.join('')).toBe('abcdefghib')
})
