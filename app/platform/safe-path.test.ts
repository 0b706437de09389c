import { expect, test } from 'vitest'

import { safePath } from './safe-path.ts'

test.for(['/', '/userOrders', '/?tab=books&name=a%20b', '/market#top'])('%s is a path of ours', (path) => {
  expect(safePath(path)).toBe(path)
})

test.for([
  ...['', 'userOrders', 'https:evil.example', 'https://evil.example', 'javascript:alert(1)'],
  ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/a\\..\\..\\b'],
  ...['/\n/evil.example', ' //evil.example', '/\u2028/evil.example'],
])('%j leads away and is refused', (path) => {
  expect(safePath(path)).toBeNull()
})

test('what only looks like leading away once decoded stays a path', () => {
  expect(safePath('/%2Fevil.example')).toBe('/%2Fevil.example')
  expect(safePath('/%5Cevil.example')).toBe('/%5Cevil.example')
})

test('dots are resolved within the site', () => {
  expect(safePath('/a/../../..//evil.example')).toBeNull()
})
