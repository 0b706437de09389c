import { expect, test } from 'vitest'

import { aBook, aCourse, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { packPosts, unpackPosts } from './packed-posts.ts'
import { findListedPosts } from './post-queries.server.ts'

test('posts arrive in the browser as they were sent', async () => {
  const { db } = await freshDatabase()
  const student = await aStudent(db)
  const book = await aBook(db, await aStore(db), { name: 'Physics "<b>" অসমীয়া' })
  const course = await aCourse(db, student)
  const posts = await findListedPosts(db, [book.id, course.id])
  expect(posts).toHaveLength(2)
  expect(unpackPosts(packPosts(posts))).toEqual(posts)
  expect(unpackPosts(packPosts([]))).toEqual([])
})
