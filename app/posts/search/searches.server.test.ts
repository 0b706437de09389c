import { expect, test } from 'vitest'

import { aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { postCatalogue, readSearches } from '#tests/support/searches.ts'

import { countWords } from './count-words.job.server.ts'
import { searchEverything } from './search-everything.server.ts'
import { readSearch } from './search-filters.ts'
import { loadSynonyms } from './synonyms.server.ts'

const { db } = await freshDatabase()

test('19 of 20 searches that people make find what they look for among the first three', async () => {
  const synonyms = await loadSynonyms(db, import.meta.dirname)
  await postCatalogue(db, await aStudent(db))
  await countWords(db)

  const searches = await readSearches()
  const misses: string[] = []
  for (const { typed, name } of searches) {
    const { posts } = await searchEverything(db, null, synonyms, readSearch(new URLSearchParams({ q: typed })))
    const first = posts.slice(0, 3).map((post) => post.name)
    if (!first.includes(name)) misses.push(`${typed}: ${first.join(' | ') || 'nothing'}`)
  }
  const rate = 1 - misses.length / searches.length
  console.log(`${searches.length} searches, ${rate.toFixed(3)} of them hits. Missed:\n${misses.join('\n')}`)
  expect(searches.length).toBeGreaterThanOrEqual(160)
  expect(rate).toBeGreaterThanOrEqual(0.95)
})
