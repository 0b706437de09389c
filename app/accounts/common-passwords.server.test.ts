import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { hashBeginning, hashLength } from './common-password-rules.ts'
import { findCommonHashes } from './common-passwords.server.ts'

const isCommon = (password: string) => {
  const whole = hash('sha256', password, 'hex')
  return findCommonHashes(whole.slice(0, hashBeginning)).includes(whole.slice(0, hashLength))
}

test('ten thousand passwords are known as common, and no others', () => {
  expect(['123456', 'password', 'qwerty', 'iloveyou', 'football'].map(isCommon)).toEqual(Array(5).fill(true))
  expect(['quite@new1', 'Rongali Bihu 1971', ''].map(isCommon)).toEqual([false, false, false])
  const all = Array.from({ length: 256 }, (_, n) => findCommonHashes(n.toString(16).padStart(2, '0')))
  expect(new Set(all.flat()).size).toBe(10_000)
  expect(Math.max(...all.map(({ length }) => length))).toBeLessThan(80) // the answer stays small
})

test('what is no beginning of a hash has none', () => {
  for (const beginning of ['', '3', '3fa', 'zz', 'constructor', '3F']) expect(findCommonHashes(beginning)).toEqual([])
})
