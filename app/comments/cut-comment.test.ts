import { expect, test } from 'vitest'

import { cutComment, fetchedCharacters } from './cut-comment.ts'

test('a comment of up to 400 characters in up to 8 lines is not cut', () => {
  expect(cutComment('Is it there?')).toBeNull()
  expect(cutComment('ক'.repeat(400))).toBeNull()
  expect(cutComment('📚'.repeat(400))).toBeNull()
  expect(cutComment(Array.from({ length: 8 }, (_, n) => `Line ${n}`).join('\n'))).toBeNull()
})

test('a longer one ends with a whole word, or with its eighth line', () => {
  expect(cutComment('abcdefghi '.repeat(41))).toBe(`${'abcdefghi '.repeat(39)}abcdefghi…`)
  expect(cutComment(`${'abc '.repeat(99)}Guwahati`)).toBe(`${'abc '.repeat(98)}abc…`)
  expect(cutComment('1\n2\n3\n4\n5\n6\n7\n8\n9')).toBe('1\n2\n3\n4\n5\n6\n7\n8…')
  expect(cutComment('\n'.repeat(500))).toBe('…')
})

test('a word that is too long is cut; what was fetched of a long comment is cut, too', () => {
  expect(cutComment('a'.repeat(fetchedCharacters))).toBe(`${'a'.repeat(400)}…`)
  expect(cutComment('📚'.repeat(fetchedCharacters))).toBe(`${'📚'.repeat(400)}…`)
})
