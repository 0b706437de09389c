import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { sweepWords } from './sweep-words.job.server.ts'

const { db } = await freshDatabase()
const student = await aStudent(db)

const post = (name: string, on = db) => aBook(on, student, { name, authorName: null, className: 'Class XI' })
const remove = (id: string) => db.deleteFrom('posts').where('id', '=', id).execute()
async function knownWords() {
  const rows = await db.selectFrom('searchableWords').select('word').distinct().orderBy('word').execute()
  return rows.map(({ word }) => word)
}

test('words that no post contains any more are deleted, the others stay', async () => {
  await post('Organic Chemistry')
  const gone = await post('Chemistry Simplified')
  await remove(gone.id)
  expect(await knownWords()).toEqual(['chemistry', 'class', 'organic', 'science', 'simplified', 'xi'])
  expect(await sweepWords(db)).toBe(1)
  expect(await knownWords()).toEqual(['chemistry', 'class', 'organic', 'science', 'xi'])
  expect(await sweepWords(db)).toBe(0)
})

test('a word that a concurrent transaction posts again stays', async () => {
  const gone = await post('Kaziranga')
  await remove(gone.id)
  const sweeping = await db.transaction().execute(async (transaction) => {
    await post('Kaziranga', transaction)
    const sweep = sweepWords(db)
    await expect.poll(isWaiting).toBe(true)
    return { sweep }
  })
  expect(await sweeping.sweep).toBe(0)
  expect(await knownWords()).toContain('kaziranga')
})

async function isWaiting() {
  const { rows } =
    await sql`select from pg_locks where relation = 'searchable_words'::regclass and not granted`.execute(db)
  return rows.length > 0
}
