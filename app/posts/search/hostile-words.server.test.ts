import { afterAll, expect, test } from 'vitest'

import { aNote, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { postCatalogue, readSearches } from '#tests/support/searches.ts'
import { attackedWords, hostileName, latinLetters } from '#tests/torture/hostile-words.ts'
import { pick, randomOf } from '#tests/torture/random.ts'

import { countWords } from './count-words.job.server.ts'
import { createSearchDb } from './search-db.server.ts'
import { findInOtherScript, findNearWords } from './near-words.server.ts'
import { searchEverything } from './search-everything.server.ts'
import { readSearch } from './search-filters.ts'
import { suggest } from './suggest.server.ts'
import { loadSynonyms } from './synonyms.server.ts'

const { db, url } = await freshDatabase()
const searchDb = createSearchDb(url)
afterAll(() => searchDb.destroy())
const synonyms = await loadSynonyms(db, import.meta.dirname)

await postCatalogue(db, await aStore(db))
await countWords(db)
const searches = (await readSearches()).map(({ typed }) => typed)
const attacked = attackedWords(searches)
const cut = [...new Set(attacked.map((word) => word.slice(0, 4)))]

const dictionary = () => db.selectFrom('searchableWords').select(['word', 'posts']).orderBy('word').execute()

/** What people find and are suggested: the ids or names, in their order. */
async function findings() {
  const found = new Map<string, string[]>()
  for (const typed of searches) {
    const search = readSearch(new URLSearchParams({ q: typed }))
    const { posts, leftOut } = await searchEverything(searchDb, null, synonyms, search)
    // Where nothing has all words, the newest post with some of them decides which are left out.
    if (leftOut !== null) continue
    found.set(
      typed,
      posts.map(({ id }) => id),
    )
  }
  for (const beginning of cut) found.set(`${beginning}...`, await suggest(searchDb, synonyms, beginning))
  return found
}

const before = await findings()
const wordsBefore = await dictionary()
const random = randomOf(33)

test('words that were posted to spoil the search, and are gone, leave nothing', async () => {
  for (let attacker = 0; attacker < 3; attacker++) {
    const { id } = await aNote(db, await aStudent(db), { name: 'Notes' })
    for (let edit = 0; edit < 20; edit++) {
      const name = hostileName(random, pick(random, attacked))
      await db.updateTable('posts').set({ name }).where('id', '=', id).execute()
      if (edit % 5 === 0) await countWords(db)
    }
    await db.deleteFrom('posts').where('id', '=', id).execute()
  }
  await countWords(db)
  expect(await dictionary()).toEqual(wordsBefore)
  expect(await findings()).toEqual(before)
})

test('posts that were made to spoil the search take nothing from what others find', async () => {
  const attackers = [await aStudent(db), await aStudent(db), await aStudent(db)]
  const hostile = new Set<string>()
  for (const [n, word] of attacked.entries()) {
    const { id, name } = await aNote(db, attackers[n % 3]!, { name: hostileName(random, word) })
    hostile.add(id).add(name)
  }
  await countWords(db)
  expect((await dictionary()).length).toBeGreaterThan(8 * wordsBefore.length)

  expect(before.size).toBeGreaterThan(0.9 * (searches.length + cut.length))
  const after = await findings()
  for (const [typed, was] of before) {
    const found = after.get(typed)!
    const others = found.filter((one) => !hostile.has(one))
    // They are found by their own words, as every post is, and a list has an end.
    const room = was.length - (found.length - others.length)
    expect.soft(others.slice(0, room), typed).toEqual(was.slice(0, room))
    expect.soft(others.length, typed).toBeGreaterThanOrEqual(room)
  }
})

test('of words in another script, those of many posts come before one that only sounds more alike', async () => {
  const student = await aStudent(db)
  for (let n = 0; n < 20; n++) await aNote(db, student, { name: 'বুঢ়ী আই' })
  const alike = ['বুৰহি', 'বুৰহিই', 'বুৰিহি', 'বুৰহিউ', 'বুৰহুই', 'বুৰহি', 'বুৰহিএ', 'বুৰহিও', 'বুৰহে', 'বুৰহো']
  await aNote(db, student, { name: alike.join(' ') })
  await countWords(db)
  const found = (await findInOtherScript(searchDb, ['burhi'])).get('burhi')!
  expect(found).toHaveLength(4)
  expect(found[0]).toBe('বুঢ়ী')
})

test('a word of many posts is found behind however many that nobody else has', async () => {
  const student = await aStudent(db)
  const rare = latinLetters.flatMap((one) => latinLetters.map((other) => `kazirang${one}${other}`))
  for (let n = 0; n < rare.length; n += 18) await aNote(db, student, { name: rare.slice(n, n + 18).join(' ') })
  await countWords(db)
  for (let n = 0; n < 10; n++) await aNote(db, student, { name: 'Kaziranga' })
  await countWords(db)
  expect((await findNearWords(searchDb, ['kazirnga'])).get('kazirnga')).toContain('kaziranga')
})
