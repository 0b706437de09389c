import path from 'node:path'

import { expect, test } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'
import { measurePairs, readPairs } from '#tests/support/pairs.ts'

import { splitWords } from '../search/split-words.server.ts'
import { loadSynonyms } from '../search/synonyms.server.ts'
import { bookKey } from './book-key.ts'

const { db } = await freshDatabase()
const synonyms = await loadSynonyms(db, import.meta.dirname)

/** "name; author; class" */
async function keyOf(described: string) {
  const [name = [], author = [], className = []] = await Promise.all(
    described.split(';').map((text) => splitWords(db, text.trim())),
  )
  return bookKey({ isbn: null, name, author, className }, synonyms)
}

test('copies are known by subject, class and part, and hardly ever another book is', async () => {
  const pairs = await Promise.all(
    (await readPairs(path.join(import.meta.dirname, 'pairs.txt'))).map(async (pair) => ({
      ...pair,
      taken: (await keyOf(pair.one)) === (await keyOf(pair.other)),
    })),
  )
  const { precision, recall } = measurePairs(pairs)
  expect(pairs.length).toBeGreaterThanOrEqual(60)
  expect(precision).toBeGreaterThanOrEqual(0.98)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})
