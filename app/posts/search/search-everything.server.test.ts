import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'

import { aCourse, aNote, aNovel, aBook, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { countWords } from './count-words.job.server.ts'
import { createSearchDb } from './search-db.server.ts'
import { searchEverything } from './search-everything.server.ts'
import { readSearch } from './search-filters.ts'
import { searchPosts } from './search-posts.server.ts'
import { loadSynonyms } from './synonyms.server.ts'

const { db, url } = await freshDatabase()
const searchDb = createSearchDb(url)
afterAll(() => searchDb.destroy())
const synonyms = await loadSynonyms(db, '/nowhere')

const student = await aStudent(db, { district: 'Jorhat' })
const store = await aStore(db, { district: 'Guwahati' })

await aBook(db, student, { name: 'Concepts of Physics, Part 1', className: 'HS 1st Year', pricePaise: 26_000 })
await aBook(db, store, {
  name: 'Physics for Class XII',
  authorName: 'NCERT',
  className: 'Class XII',
  pricePaise: 9_000,
})
await aBook(db, student, {
  name: 'Mathematics, Part I',
  authorName: 'NCERT',
  className: 'HS 2nd Year',
  pricePaise: 16_500,
  sellingPricePaise: 8_000,
  condition: 'Poor(Used)',
  district: 'Majuli',
})
await aNote(db, student, { name: 'Optics', className: 'HS 2nd Year', category: 'Higher Secondary (Science)' })
await aCourse(db, student, { name: 'Mechanics in 24 lessons', className: null, pricePaise: 10_000, discount: 50 })
await aNovel(db, store, { name: 'বুঢ়ী আইৰ সাধু', authorName: 'লক্ষ্মীনাথ বেজবৰুৱা', className: null })

await countWords(db)

const searchFor = (query: string) => searchEverything(searchDb, null, synonyms, readSearch(new URLSearchParams(query)))

async function namesFor(query: string) {
  const { posts } = await searchFor(query)
  return posts.map(({ name }) => name)
}

describe('words', () => {
  test.each([
    ['class 12 physics', 'Physics for Class XII'],
    ['physics hs 2nd year', 'Physics for Class XII'],
    ['XII physics', 'Physics for Class XII'],
    ['12th maths', 'Mathematics, Part I'],
    ['ncert math 12', 'Mathematics, Part I'],
    ['গণিত', 'Mathematics, Part I'],
    ['mathmatics', 'Mathematics, Part I'],
    ['H C Verma physics', 'Concepts of Physics, Part 1'],
    ['concept of fisics', 'Concepts of Physics, Part 1'],
    ['burhi aair xadhu', 'বুঢ়ী আইৰ সাধু'],
    ['science notes class 12', 'Optics'],
    ['mechan', 'Mechanics in 24 lessons'],
    ['physics under 100', 'Physics for Class XII'],
    ['cheap physics', 'Physics for Class XII'],
    ['the physics', 'Physics for Class XII'],
  ])('%s finds %s first', async (typed, name) => {
    expect((await namesFor(String(new URLSearchParams({ q: typed }))))[0]).toBe(name)
  })
})

describe('filters', () => {
  test.each([
    ['kind=note&kind=course', ['Mechanics in 24 lessons', 'Optics']],
    ['class=HS+2nd+Year', ['Optics', 'Mathematics, Part I', 'Physics for Class XII']],
    ['field=Higher+Secondary+(Science)', ['Optics']],
    ['condition=Poor(Used)', ['Mathematics, Part I']],
    ['from=80&to=90&q=ncert', ['Mathematics, Part I', 'Physics for Class XII']],
    ['from=81&to=90&q=ncert', ['Physics for Class XII']],
    ['q=ncert+under+85&from=80', ['Mathematics, Part I']],
    ['q=physics+under+100&from=200', ['Concepts of Physics, Part 1']], // they exclude each other: the filter counts
    ['to=50', ['Mechanics in 24 lessons']],
    ['seller=store&kind=book', ['Physics for Class XII']],
    ['district=Majuli', ['Mathematics, Part I']],
    ['district=Majuli&near=on&kind=book', ['Mathematics, Part I', 'Concepts of Physics, Part 1']],
    ['kind=book&sort=price', ['Mathematics, Part I', 'Physics for Class XII', 'Concepts of Physics, Part 1']],
  ])('%s', async (query, names) => {
    const { posts, total, leftOut } = await searchFor(query)
    expect({ names: posts.map(({ name }) => name), total, leftOut }).toEqual({
      names,
      total: names.length,
      leftOut: null,
    })
  })

  test('count what each choice has, those of the chosen facet as if nothing was chosen from it', async () => {
    const { counts } = await searchFor('kind=book&district=Jorhat')
    expect(counts.kind).toEqual({ book: 1, note: 1, course: 1 })
    expect(counts.district).toEqual({ Jorhat: 1, Majuli: 1, 'Kamrup Metropolitan': 1 })
    expect(counts.condition).toEqual({ 'Good(used)': 1 })
    expect((await searchFor('')).counts.class).toEqual({ 'Class 10': 1, 'HS 1st Year': 1, 'HS 2nd Year': 3 })
  })
})

describe('nothing has all of it', () => {
  test('first the filters are left out', async () => {
    const { posts, leftOut } = await searchFor('q=optics&district=Dhubri')
    expect(posts.map(({ name }) => name)).toEqual(['Optics'])
    expect(leftOut).toBe('filters')
  })

  test('then the words that the best post does not have', async () => {
    const { posts, leftOut } = await searchFor('q=class+12+physics+astrology')
    expect(posts.map(({ name }) => name)).toEqual(['Physics for Class XII'])
    expect(leftOut).toEqual(['astrology'])
  })

  test('a word that nobody has posted finds nothing', async () => {
    expect(await searchFor('q=qqqqqqq')).toMatchObject({ posts: [], total: 0, leftOut: null })
  })
})

test('one word of a phrase does not mean the phrase', async () => {
  await aBook(db, student, { name: 'General Topology' })
  expect(await namesFor('q=gk')).toEqual([])
  await aBook(db, student, { name: 'General Knowledge of Assam' })
  expect(await namesFor('q=gk')).toEqual(['General Knowledge of Assam'])
})

test('a search that would take too long answers with what it has', async () => {
  const before = await namesFor('q=optics')
  await db.transaction().execute(async (transaction) => {
    await sql`lock table searchable_letters`.execute(transaction)
    const [everything, tab] = await Promise.all([
      namesFor('q=optics'),
      searchPosts(searchDb, null, synonyms, { name: 'optics', stream: '' }),
    ])
    expect(everything).toEqual(before)
    expect(tab.posts).toMatchObject([{ name: 'Optics' }])
  })
})
