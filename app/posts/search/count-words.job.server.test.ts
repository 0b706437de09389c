import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { createDb } from '#app/platform/db.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { countWords } from './count-words.job.server.ts'
import { searchPosts } from './search-posts.server.ts'
import { loadSynonyms } from './synonyms.server.ts'

const { db, url } = await freshDatabase()
const student = await aStudent(db)

const post = (name: string, on = db) => aBook(on, student, { name, authorName: null, className: 'Class XI' })
const remove = (id: string) => db.deleteFrom('posts').where('id', '=', id).execute()
const rename = (id: string, name: string) => db.updateTable('posts').set({ name }).where('id', '=', id).execute()

/** Each word, or each rough phonetic spelling, with the number of its posts. */
async function dictionary() {
  const words = await db.selectFrom('searchableWords').select(['word', 'posts']).execute()
  const { rows: letters } = await sql<{ letters: string; posts: number }>`
    select letters, posts from searchable_letters`.execute(db)
  return {
    words: Object.fromEntries(words.map(({ word, posts }) => [word, posts])),
    letters: Object.fromEntries(letters.map((row) => [row.letters, row.posts])),
  }
}

test('each word is counted once for each post that has it, and goes with the last of them', async () => {
  const organic = await post('Organic Chemistry Chemistry')
  const simplified = await post('Chemistry Simplified')
  await countWords(db)
  const { words, letters } = await dictionary()
  expect(words).toEqual({ chemistry: 2, class: 2, organic: 1, science: 2, simplified: 1, xi: 2 })
  expect(letters).toEqual(words) // in Latin letters, a word sounds as it is written

  await rename(simplified.id, 'Organic Simplified')
  await countWords(db)
  expect((await dictionary()).words).toMatchObject({ chemistry: 1, organic: 2, simplified: 1 })

  // Nothing has come or gone, so that no cached search changes.
  await db.updateTable('posts').set({ pricePaise: 1 }).where('id', '=', organic.id).execute()
  expect(await countWords(db)).toBe(0)

  for (const { id } of [organic, simplified]) await remove(id)
  expect(await countWords(db)).toBe(6)
  expect(await dictionary()).toEqual({ words: {}, letters: {} })
})

test('what is sold out, hidden, or posted and deleted at once leaves nothing', async () => {
  const [soldOut, hidden, deleted] = [await post('Kaziranga'), await post('Kaziranga'), await post('Kaziranga')]
  await countWords(db)
  expect((await dictionary()).words).toMatchObject({ kaziranga: 3 })
  await db.updateTable('posts').set({ isSoldOut: true }).where('id', '=', soldOut.id).execute()
  await sql`update all_posts set hidden_at = now(), hidden_because = 'team' where id = ${hidden.id}`.execute(db)
  await remove(deleted.id)
  await remove((await post('Manas')).id)
  await countWords(db)
  expect((await dictionary()).words).toEqual({})
  await db.updateTable('posts').set({ isSoldOut: false }).where('id', '=', soldOut.id).execute()
  await countWords(db)
  expect((await dictionary()).words).toMatchObject({ kaziranga: 1 })
  await remove(soldOut.id)
  await countWords(db)
})

test('whoever posts does not wait for others who post the same words, and all are counted', async () => {
  const other = createDb(url, { max: 1 })
  onTestFinished(() => other.destroy())
  const posted = await db.transaction().execute(async (mine) => {
    const first = await post('Majuli', mine)
    const theirs = await other.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '1s'`.execute(transaction)
      return [await post('Pobitora', transaction), await post('Majuli', transaction)]
    })
    await countWords(db)
    expect((await dictionary()).words).toMatchObject({ majuli: 1, pobitora: 1 })
    return [first, ...theirs, await post('Pobitora', mine)]
  })
  await Promise.all([countWords(db), countWords(db)])
  expect((await dictionary()).words).toMatchObject({ majuli: 2, pobitora: 2 })
  for (const { id } of posted) await remove(id)
  await countWords(db)
})

test('words in several spellings of the same sound are one to compare with', async () => {
  const { id } = await post('গনিত গণিত গণীত')
  await countWords(db)
  const { words, letters } = await dictionary()
  expect(words).toMatchObject({ গনিত: 1, গণিত: 1, গণীত: 1 })
  expect(letters).toMatchObject({ gnit: 3 })
  await remove(id)
  await countWords(db)
})

test('one post gives the dictionary no more than 40 words, but is found by all of them', async () => {
  const { id } = await post([...Array.from({ length: 50 }, (_, n) => `a${n}`), 'zubaan'].join(' '))
  await countWords(db)
  const { words } = await dictionary()
  expect(Object.keys(words)).toHaveLength(40)
  expect(words).not.toHaveProperty('zubaan')
  const { posts } = await searchPosts(db, null, await loadSynonyms(db, '/nowhere'), { name: 'zubaan a49', stream: '' })
  expect(posts).toMatchObject([{ id }])
  await remove(id)
  await countWords(db)
})
