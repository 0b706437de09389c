import { afterAll, describe, expect, test } from 'vitest'

import { aBook, aNote, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { groupCopies } from '../copies/group-copies.job.server.ts'
import { countWords } from './count-words.job.server.ts'
import { createSearchDb } from './search-db.server.ts'
import { searchEverything } from './search-everything.server.ts'
import { readSearch } from './search-filters.ts'
import { suggest } from './suggest.server.ts'
import { loadSynonyms } from './synonyms.server.ts'

const { db, url } = await freshDatabase()
const searchDb = createSearchDb(url)
afterAll(() => searchDb.destroy())
const synonyms = await loadSynonyms(db, '/nowhere')

const [mitali, imran] = [await aStudent(db, { district: 'Jorhat' }), await aStudent(db, { district: 'Nagaon' })]
const xii = { className: 'HS 2nd Year' }
const copy = { name: 'Physics, Textbook for Class XII', authorName: 'NCERT', ...xii }
await aBook(db, mitali, { ...copy, pricePaise: 9_000 })
await aBook(db, imran, { name: 'Numericals of Physics', authorName: 'H. Das', ...xii })
await aBook(db, imran, { name: 'Quantum mathematics', authorName: 'R. Kalita', className: 'Class 10' })
await aBook(db, imran, { ...copy, pricePaise: 8_000 })
await aNote(db, mitali, { name: 'Physics of class 12: optics', ...xii, category: 'Higher Secondary (Science)' })
await aNote(db, imran, { name: 'Accountancy: partnership', className: 'HS 2nd Year', category: 'Commerce' })
await aNote(db, imran, { name: 'Business maths', className: 'HS 1st Year', category: 'Commerce' })
await countWords(db)
await groupCopies(db, synonyms)

async function search(typed: string) {
  const asked = readSearch(new URLSearchParams({ q: typed }))
  const { posts, leftOut } = await searchEverything(searchDb, null, synonyms, asked)
  return { names: posts.map(({ name }) => name), leftOut }
}

const named = [copy.name, 'Numericals of Physics', 'Physics of class 12: optics']
const ofPhysics = [copy.name, copy.name, 'Numericals of Physics', 'Physics of class 12: optics']

test.each([
  [
    'class 12 physics',
    'physics class 12',
    'physics class xii',
    '12 physics class',
    'physics 2nd year hs',
    'hs physics 2',
  ],
  ['physics jorhat', 'jorhat physics', 'dist jorhat physics'],
  ['accountancy class 11 commerce', 'commerce 11 class accountancy', 'accountancy commerce class 11'],
])('the same words in any order find the same: %s', async (first, ...others) => {
  const expected = await search(first)
  expect(expected.names.length).toBeGreaterThan(0)
  for (const other of others)
    expect({ other, ...(await search(other)) }).toMatchObject({ other, names: expected.names })
})

test('of a subject and a class: books before notes; the name begins so before it does not; copies together', async () => {
  expect(await search('class 12 physics')).toEqual({ names: ofPhysics, leftOut: null })
})

test('without a class, what is newest comes first of those whose names begin so', async () => {
  expect((await search('physics')).names).toEqual([ofPhysics[3], ...ofPhysics.slice(0, 3)])
})

test('notes are notes', async () => {
  expect((await search('physics class 12 notes')).names).toEqual(['Physics of class 12: optics'])
})

test('a district that is typed is where it is sold, also by another name', async () => {
  expect((await search('physics jorhat')).names).toEqual(['Physics of class 12: optics', copy.name])
  expect((await search('optics guwahati')).leftOut).toEqual(['guwahati'])
})

test('where the viewer is comes first, of what matches as well; it leaves nothing out', async () => {
  const searchFrom = async (district: string, query = '') => {
    const asked = readSearch(new URLSearchParams(`q=physics&${query}`))
    const { posts } = await searchEverything(searchDb, null, synonyms, asked, { district })
    return posts.map((post) => `${post.name}, ${post.district}`)
  }
  const [optics, ofMitali, ofImran] = [`${ofPhysics[3]}, Jorhat`, `${copy.name}, Jorhat`, `${copy.name}, Nagaon`]
  const numericals = 'Numericals of Physics, Nagaon'
  expect(await searchFrom('Nagaon')).toEqual([ofImran, ofMitali, optics, numericals])
  expect(await searchFrom('Majuli')).toEqual([optics, ofMitali, ofImran, numericals]) // is beside Jorhat
  expect(await searchFrom('Nagaon', 'anywhere=on')).toEqual([optics, ofImran, ofMitali, numericals])
  expect(await searchFrom('Nagaon', 'sort=newest')).toEqual([optics, ofImran, numericals, ofMitali])
})

describe('nothing has all of it: the subject stays', () => {
  test.each([
    ['accountancy class 11', 'Accountancy: partnership', ['class 11']],
    ['accountancy science class 12', 'Accountancy: partnership', ['science']],
    ['class 10 physics', 'Physics of class 12: optics', ['class 10']],
    ['seba class 10 accountancy jorhat', 'Accountancy: partnership', ['seba class 10', 'jorhat']],
    ['commerce physics', 'Physics of class 12: optics', ['commerce']],
  ])('%s', async (typed, name, leftOut) => {
    const found = await search(typed)
    expect(found).toMatchObject({ leftOut })
    expect(found.names[0]).toBe(name)
  })
})

test.each([
  ['class 12 phy', named],
  ['physics class 12', named],
  ['xii phys', named],
  ['jorhat phy', ['Physics of class 12: optics', copy.name]],
  ['class 10 qua', ['Quantum mathematics']],
  ['class 12', ['Physics of class 12: optics']],
  ['of phys', named],
  ['zz phy', []],
])('%j suggests what posts of that class are called', async (typed, names) => {
  const suggested = await suggest(searchDb, synonyms, typed)
  expect(suggested.toSorted()).toEqual(names.toSorted())
})
