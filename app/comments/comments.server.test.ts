import { expect, test } from 'vitest'

import { aBook, aCourse, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { addComment } from './add-comment.server.ts'
import { listComments } from './comment-queries.server.ts'

const { db } = await freshDatabase()
const [student, store] = [await aStudent(db), await aStore(db)]

test('comments are listed newest first, and say of a person no more than eight characters of the id', async () => {
  const { id: postId } = await aBook(db, store)
  expect(await addComment(db, { postId, by: student, comment: 'Is it there?' })).toBe('added')
  expect(await addComment(db, { postId, by: store, comment: 'Yes.' })).toBe('added')
  expect(await addComment(db, { postId: (await aBook(db, store)).id, by: store, comment: 'Elsewhere' })).toBe('added')
  expect(await listComments(db, postId)).toEqual([
    {
      id: expect.any(String),
      comment: 'Yes.',
      createdAt: expect.any(Date),
      by: `${store.id.slice(0, 8)}${'*'.repeat(28)}`,
    },
    {
      id: expect.any(String),
      comment: 'Is it there?',
      createdAt: expect.any(Date),
      by: `${student.id.slice(0, 8)}${'*'.repeat(28)}`,
    },
  ])
})

test('the newest hundred are listed', async () => {
  const { id: postId } = await aBook(db, store)
  for (let n = 1; n <= 101; n++) await addComment(db, { postId, by: student, comment: `Comment ${n}` })
  const listed = await listComments(db, postId)
  expect([listed.length, listed[0]?.comment, listed.at(-1)?.comment]).toEqual([100, 'Comment 101', 'Comment 2'])
})

test('under a course students speak, stores do not', async () => {
  const { id: postId } = await aCourse(db, student)
  expect(await addComment(db, { postId, by: store, comment: 'We sell it, too' })).toBe('not for stores')
  expect(await addComment(db, { postId, by: await aStudent(db), comment: 'How long is it?' })).toBe('added')
  expect(await listComments(db, postId)).toHaveLength(1)
})

test('under a post that is gone nothing is said', async () => {
  for (const postId of [crypto.randomUUID(), 'no id']) {
    expect(await addComment(db, { postId, by: student, comment: 'Hello?' })).toBe('gone')
    expect(await listComments(db, postId)).toEqual([])
  }
})

test('comments go with their post', async () => {
  const { id: postId } = await aBook(db, store)
  await addComment(db, { postId, by: student, comment: 'Gone soon' })
  await db.deleteFrom('posts').where('id', '=', postId).execute()
  expect(await db.selectFrom('comments').select('id').where('postId', '=', postId).execute()).toEqual([])
})
