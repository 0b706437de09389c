import { expect, test } from 'vitest'

import { postPath, slugOf } from './post-path.ts'

const slug = (name: string) => slugOf({ kind: 'book', name })

test.for([
  ['Mathematics, Textbook for Class XII, Part I', 'mathematics-textbook-for-class-xii-part-i'],
  ['অসমীয়া ব্যাকৰণ', 'অসমীয়া-ব্যাকৰণ'.normalize('NFC')],
  ['L’Étranger: 2nd edition!', 'l-étranger-2nd-edition'],
  ['???', 'book'],
  ['Comments', 'book-comments'],
  ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
] as const)('%s has the slug %s', ([name, expected]) => {
  expect(slug(name)).toBe(expected)
})

test('a slug has 60 characters at most and does not end in a hyphen', () => {
  expect(slug(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
  expect(Array.from(slug('অ'.repeat(200)))).toHaveLength(60)
})

test('the path is ASCII, so that it can be passed on as a return address', () => {
  expect(postPath({ id: '1', kind: 'novel', name: 'অসম 1' })).toMatch(/^\/posts\/1\/[\x21-\x7e]+$/)
})
