import { expect, test } from 'vitest'

import { safePath } from './safe-path.ts'

test.for(['/', '/userOrders', '/?tab=books&name=a%20b', '/market#top'])('%s is a path of this site', (path) => {
  expect(safePath(path)).toBe(path)
})

test.for([
  '',
  'userOrders',
  'https:evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/a\\..\\..\\b',
  '/\n/evil.example',
  ' //evil.example',
  '/\u2028/evil.example',
])('%j leads away and is refused', (path) => {
  expect(safePath(path)).toBeNull()
})

test('a path that looks like a URL only after decoding stays a path', () => {
  expect(safePath('/%2Fevil.example')).toBe('/%2Fevil.example')
  expect(safePath('/%5Cevil.example')).toBe('/%5Cevil.example')
})

test('dot segments cannot lead to another site', () => {
  expect(safePath('/a/../../..//evil.example')).toBeNull()
})
