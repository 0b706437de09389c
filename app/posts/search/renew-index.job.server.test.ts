import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { renewIndex } from './renew-index.job.server.ts'
import { searchEverything } from './search-everything.server.ts'
import { readSearch } from './search-filters.ts'
import { loadSynonyms } from './synonyms.server.ts'

const { db } = await freshDatabase()

test('a class that the team adds is found in posts of before, once they are indexed anew', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'synonyms-'))
  const student = await aStudent(db)
  for (const className of ['Polytechnic 3rd Sem', 'HS 2nd Year'])
    await aBook(db, student, { name: className, className })
  await loadSynonyms(db, folder)
  expect(await renewIndex(db)).toBe(2)
  expect(await renewIndex(db)).toBe(0)

  await writeFile(path.join(folder, 'synonyms.txt'), 'class: Diploma, polytechnic\n')
  const synonyms = await loadSynonyms(db, folder)
  const find = async (query: string) => {
    const { posts } = await searchEverything(db, null, synonyms, readSearch(new URLSearchParams(query)))
    return posts.map(({ name }) => name)
  }
  expect(await find('q=polytechnic')).toEqual(['Polytechnic 3rd Sem']) // by its own words
  expect(await find('q=diploma')).toEqual([])
  expect(await renewIndex(db)).toBe(2)
  expect(await find('class=Diploma')).toEqual(['Polytechnic 3rd Sem'])
  expect(await find('q=diploma')).toEqual(['Polytechnic 3rd Sem'])

  await loadSynonyms(db, folder) // as at the next start: nothing has changed
  expect(await renewIndex(db)).toBe(0)
})
