import { expect, test } from 'vitest'

import { aBook, aNovel, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { keepFirstPages } from './first-pages.server.ts'
import { unpackPosts } from './packed-posts.ts'

test('the first page of a list is asked for once a change, however many ask', async () => {
  const { db } = await freshDatabase()
  const student = await aStudent(db)
  const findFirstPage = keepFirstPages(db)
  let changes = 0
  const namesOf = async (kind: 'book' | 'novel', max?: number) => {
    const { posts } = await findFirstPage({ kind, ...(max && { max }) }, () => changes)
    return unpackPosts(posts).map(({ name }) => name)
  }

  await aBook(db, student, { name: 'One' })
  await aNovel(db, student, { name: 'A novel' })
  expect(await namesOf('book')).toEqual(['One'])
  await aBook(db, student, { name: 'Two' })
  expect(await namesOf('book')).toEqual(['One'])
  expect(await namesOf('novel')).toEqual(['A novel'])
  expect(await namesOf('book', 1)).toEqual(['Two'])

  changes = 1
  expect(await Promise.all([namesOf('book'), namesOf('book'), namesOf('book', 1)])).toEqual([
    ['Two', 'One'],
    ['Two', 'One'],
    ['Two'],
  ])
  changes = 0 // whoever counted before the change is content with what is newer
  expect(await namesOf('book')).toEqual(['Two', 'One'])
})

test('a list that could not be had is asked for again', async () => {
  const { db } = await freshDatabase()
  const findFirstPage = keepFirstPages(db)
  await db.schema.alterTable('posts').renameColumn('listed', 'away').execute()
  await expect(findFirstPage({ kind: 'book' }, () => 0)).rejects.toThrow('listed')
  await db.schema.alterTable('posts').renameColumn('away', 'listed').execute()
  await aBook(db, await aStudent(db))
  expect(unpackPosts((await findFirstPage({ kind: 'book' }, () => 0)).posts)).toHaveLength(1)
})
