import { expect, onTestFinished, test } from 'vitest'

import { createDb } from '#app/platform/db.server.ts'
import { aBook, aCourse, aNote, aStore, aStudent, madeAt } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { addComment } from './add-comment.server.ts'
import { findMaskSecret, listComments } from './comment-queries.server.ts'

const { db, url } = await freshDatabase()
const [student, store] = [await aStudent(db), await aStore(db)]

const mask = /^[0-9a-f]{8}\*{28}$/

test('comments are listed newest first, with the seller by name, and a mask as the only information about others', async () => {
  const { id: postId } = await aBook(db, store)
  expect(await addComment(db, { postId, by: student, comment: 'Is it there?' })).toBe('added')
  expect(await addComment(db, { postId, by: store, comment: 'Yes.' })).toBe('added')
  expect(await addComment(db, { postId: (await aBook(db, store)).id, by: store, comment: 'Elsewhere' })).toBe('added')
  expect(await listComments(db, postId)).toEqual([
    {
      id: expect.any(String),
      comment: 'Yes.',
      createdAt: expect.any(Date),
      isSeller: true,
      by: store.name,
    },
    {
      id: expect.any(String),
      comment: 'Is it there?',
      createdAt: expect.any(Date),
      isSeller: false,
      by: expect.stringMatching(mask),
    },
  ])
})

test('a mask is unique to a person, the same on all posts, and does not reveal the time of sign-up', async () => {
  const at = new Date('2026-01-15T09:00:00Z')
  const ofOneMinute = await Promise.all(Array.from({ length: 5 }, () => aStudent(db, madeAt(at))))
  expect(new Set(ofOneMinute.map(({ id }) => id.slice(0, 8))).size).toBe(1)
  const masksUnder = async (postId: string) => {
    for (const by of ofOneMinute) await addComment(db, { postId, by, comment: 'Here' })
    return (await listComments(db, postId)).map(({ by }) => by)
  }
  const masks = await masksUnder((await aBook(db, store)).id)
  expect(new Set(masks).size).toBe(5)
  expect(await masksUnder((await aNote(db, student)).id)).toEqual(masks)
  expect(masks.filter((by) => by.slice(0, 8) === ofOneMinute[0]!.id.slice(0, 8))).toEqual([])

  const other = createDb(url, { max: 1 }) // a second connection pool, as another process has
  onTestFinished(() => other.destroy())
  const [book] = await db.selectFrom('comments').select('postId').where('comment', '=', 'Here').limit(1).execute()
  expect((await listComments(other, book!.postId)).map(({ by }) => by)).toEqual(masks)
})

test('a mask cannot be computed without the secret of the database', async () => {
  const fresh = await freshDatabase()
  const copy = await aStudent(fresh.db, { id: student.id })
  const elsewhere = await aBook(fresh.db, await aStore(fresh.db))
  await addComment(fresh.db, { postId: elsewhere.id, by: copy, comment: 'Here' })
  const here = await aBook(db, store)
  await addComment(db, { postId: here.id, by: student, comment: 'Here' })
  const [[one], [other]] = [await listComments(db, here.id), await listComments(fresh.db, elsewhere.id)]
  expect(one!.by).not.toBe(other!.by)
})

test('processes that create a secret concurrently get the same one', async () => {
  const fresh = await freshDatabase()
  const processes = Array.from({ length: 4 }, () => createDb(fresh.url, { max: 1 }))
  onTestFinished(async () => void (await Promise.all(processes.map((one) => one.destroy()))))
  const secrets = await Promise.all(processes.map((one) => findMaskSecret(one)))
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
  expect(secrets[0]).toHaveLength(32)
})

test('only the newest hundred comments are listed', async () => {
  const { id: postId } = await aBook(db, store)
  for (let n = 1; n <= 101; n++) await addComment(db, { postId, by: student, comment: `Comment ${n}` })
  const listed = await listComments(db, postId)
  expect([listed.length, listed[0]?.comment, listed.at(-1)?.comment]).toEqual([100, 'Comment 101', 'Comment 2'])
})

test('students can comment on courses, stores cannot', async () => {
  const { id: postId } = await aCourse(db, student)
  expect(await addComment(db, { postId, by: store, comment: 'We sell it, too' })).toBe('not for stores')
  expect(await addComment(db, { postId, by: await aStudent(db), comment: 'How long is it?' })).toBe('added')
  expect(await listComments(db, postId)).toHaveLength(1)
})

test('nobody can comment on a post that does not exist', async () => {
  for (const postId of [crypto.randomUUID(), 'no id']) {
    expect(await addComment(db, { postId, by: student, comment: 'Hello?' })).toBe('gone')
    expect(await listComments(db, postId)).toEqual([])
  }
})

test('deleting a post deletes its comments', async () => {
  const { id: postId } = await aBook(db, store)
  await addComment(db, { postId, by: student, comment: 'Gone soon' })
  await db.deleteFrom('posts').where('id', '=', postId).execute()
  expect(await db.selectFrom('comments').select('id').where('postId', '=', postId).execute()).toEqual([])
})
