import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { demoCatalogue } from '#database/demo/demo-catalogue.ts'
import { aBook, aCourse, aNote, aNovel, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { searchEverything } from './search-everything.server.ts'
import { readSearch } from './search-filters.ts'
import { loadSynonyms } from './synonyms.server.ts'

const { db } = await freshDatabase()

const makers = { book: aBook, novel: aNovel, note: aNote, course: aCourse }

test('19 of 20 searches that people make find what they look for among the first three', async () => {
  const synonyms = await loadSynonyms(db, import.meta.dirname)
  const student = await aStudent(db)
  for (const { seller: _, hasCover: __, ...post } of demoCatalogue.toReversed())
    await makers[post.kind](db, student, post)

  const file = await readFile(path.join(import.meta.dirname, 'searches.txt'), 'utf8')
  const searches = file
    .split('\n')
    .flatMap((line) => (line.includes('|') ? [line.split('|').map((part) => part.trim())] : []))
  const misses: string[] = []
  for (const [typed, name] of searches as [string, string][]) {
    const { posts } = await searchEverything(db, null, synonyms, readSearch(new URLSearchParams({ q: typed })))
    const first = posts.slice(0, 3).map((post) => post.name)
    if (!first.includes(name)) misses.push(`${typed}: ${first.join(' | ') || 'nothing'}`)
  }
  const rate = 1 - misses.length / searches.length
  console.log(`${searches.length} searches, ${rate.toFixed(3)} of them hits. Missed:\n${misses.join('\n')}`)
  expect(searches.length).toBeGreaterThanOrEqual(120)
  expect(rate).toBeGreaterThanOrEqual(0.95)
})
