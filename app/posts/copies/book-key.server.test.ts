import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'

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
  const file = await readFile(path.join(import.meta.dirname, 'pairs.txt'), 'utf8')
  const lines = file.split('\n').filter((line) => line.startsWith('yes |') || line.startsWith('no |'))
  const pairs = await Promise.all(
    lines.map(async (line) => {
      const [verdict, one, other] = line.split('|').map((part) => part.trim())
      return { line, isCopy: verdict === 'yes', isTaken: (await keyOf(one!)) === (await keyOf(other!)) }
    }),
  )
  const right = pairs.filter(({ isCopy, isTaken }) => isCopy && isTaken).length
  const precision = right / pairs.filter(({ isTaken }) => isTaken).length
  const recall = right / pairs.filter(({ isCopy }) => isCopy).length
  const wrong = pairs.filter(({ isCopy, isTaken }) => isCopy !== isTaken).map(({ line }) => line)
  console.log(
    `${pairs.length} pairs: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}. Wrong:\n${wrong.join('\n')}`,
  )
  expect(pairs.length).toBeGreaterThanOrEqual(60)
  expect(precision).toBeGreaterThanOrEqual(0.98)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})
