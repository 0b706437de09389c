import { expect, test } from 'vitest'

import { appUrl, codeAt, newCodeSecret, stepAt, stepOfCode, toBase32 } from './time-code.server.ts'

const secret = toBase32(Buffer.from('12345678901234567890'))

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds * 1_000))).toBe(code)
})

test('a code works one step earlier and later, and only if no later one was used', () => {
  const nowMs = 1_111_111_111_000
  const now = stepAt(nowMs)
  const stepOf = (step: number, usedStep = 0) => stepOfCode(secret, codeAt(secret, step), { nowMs, usedStep })
  expect([now - 1, now, now + 1].map((step) => stepOf(step))).toEqual([now - 1, now, now + 1])
  expect([now - 2, now + 2].map((step) => stepOf(step))).toEqual([null, null])
  expect(stepOf(now, now)).toBeNull()
  expect(stepOf(now, now - 1)).toBe(now)
  expect(stepOfCode(secret, '', { nowMs, usedStep: 0 })).toBeNull()
})

test('secrets have 160 bits, and differ', () => {
  expect(newCodeSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newCodeSecret()).not.toBe(newCodeSecret())
})

test('the address for apps names the site and the member', () => {
  expect(appUrl('ABC', { siteName: 'Puthi & Co', email: 'a+b@puthi.example' })).toBe(
    'otpauth://totp/Puthi%20%26%20Co:a%2Bb%40puthi.example?secret=ABC&issuer=Puthi%20%26%20Co',
  )
})
