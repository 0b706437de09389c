import { expect, test } from 'vitest'

import { rememberAgain } from './remember-again.ts'

test('what was asked more than once of late is known again, what was not is forgotten', () => {
  const asked: string[] = []
  const ask = rememberAgain({ answer: (to) => (asked.push(to), { to }), signOf: (to) => to.charCodeAt(0), least: 3 })
  const askTwice = (...texts: string[]) => texts.map((to) => [ask(to), ask(to)].at(-1))

  const [a, b] = askTwice('a', 'b')
  expect([ask('a'), ask('b')]).toEqual([a, b])
  expect(ask('a')).toBe(a)
  askTwice('c', 'd')
  expect(ask('a')).toBe(a) // asked for again and again, it stays
  askTwice('e', 'f', 'g', 'h')
  expect(ask('b')).not.toBe(b)
  expect(asked.join('')).toBe('aabbccddeeffgghhb')
})
