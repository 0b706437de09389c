import { expect, onTestFinished, test } from 'vitest'

import type { Viewer } from '#app/access/viewer.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { lowestIdAt, newId } from '#app/platform/ids.server.ts'
import { listOwnPosts } from '#app/posts/selling/own-post-queries.server.ts'
import { aBook, aCourse, aNote, aStore, aStudent, madeAt } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { addAnswer } from './add-answer.server.ts'
import { addComment } from './add-comment.server.ts'
import { findMaskSecret, listComments, type ListedComment } from './comment-queries.server.ts'
import { deleteComment } from './delete-comment.server.ts'
import { markCommentsSeen } from './mark-comments-seen.server.ts'

const { db, url } = await freshDatabase()
const [student, store] = [await aStudent(db), await aStore(db)]

const list = async (on: Db, viewer: Viewer | null, postId: string) => (await listComments(on, viewer, postId)).comments

const mask = /^[0-9a-f]{8}\*{28}$/

test('comments are listed newest first, with the seller by name, and a mask as the only information about others', async () => {
  const { id: postId } = await aBook(db, store)
  expect(await addComment(db, { postId, by: student, comment: 'Is it there?' })).toBe('added')
  expect(await addComment(db, { postId, by: store, comment: 'Yes.' })).toBe('added')
  expect(await addComment(db, { postId: (await aBook(db, store)).id, by: store, comment: 'Elsewhere' })).toBe('added')
  expect(await list(db, null, postId)).toEqual([
    {
      id: expect.any(String),
      comment: 'Yes.',
      createdAt: expect.any(Date),
      isSeller: true,
      isOwn: false,
      isCut: false,
      mayDelete: false,
      by: store.name,
      mayAnswer: false,
      answers: [],
      earlierAnswers: 0,
    },
    {
      id: expect.any(String),
      comment: 'Is it there?',
      createdAt: expect.any(Date),
      isSeller: false,
      isOwn: false,
      isCut: false,
      mayDelete: false,
      by: expect.stringMatching(mask),
      mayAnswer: false,
      answers: [],
      earlierAnswers: 0,
    },
  ])
})

test('a mask is unique to a person, the same on all posts, and does not reveal the time of sign-up', async () => {
  const at = new Date('2026-01-15T09:00:00Z')
  const ofOneMinute = await Promise.all(Array.from({ length: 5 }, () => aStudent(db, madeAt(at))))
  expect(new Set(ofOneMinute.map(({ id }) => id.slice(0, 8))).size).toBe(1)
  const masksUnder = async (postId: string) => {
    for (const by of ofOneMinute) await addComment(db, { postId, by, comment: 'Here' })
    return (await list(db, null, postId)).map(({ by }) => by)
  }
  const masks = await masksUnder((await aBook(db, store)).id)
  expect(new Set(masks).size).toBe(5)
  expect(await masksUnder((await aNote(db, student)).id)).toEqual(masks)
  expect(masks.filter((by) => by.slice(0, 8) === ofOneMinute[0]!.id.slice(0, 8))).toEqual([])

  const other = createDb(url, { max: 1 }) // a second connection pool, as another process has
  onTestFinished(() => other.destroy())
  const [book] = await db.selectFrom('comments').select('postId').where('comment', '=', 'Here').limit(1).execute()
  expect((await list(other, null, book!.postId)).map(({ by }) => by)).toEqual(masks)
})

test('a mask cannot be computed without the secret of the database', async () => {
  const fresh = await freshDatabase()
  const copy = await aStudent(fresh.db, { id: student.id })
  const elsewhere = await aBook(fresh.db, await aStore(fresh.db))
  await addComment(fresh.db, { postId: elsewhere.id, by: copy, comment: 'Here' })
  const here = await aBook(db, store)
  await addComment(db, { postId: here.id, by: student, comment: 'Here' })
  const [[one], [other]] = [await list(db, null, here.id), await list(fresh.db, null, elsewhere.id)]
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

test('comments come ten at a time, also when the one that a page begins with is deleted', async () => {
  const { id: postId } = await aBook(db, store)
  for (let n = 1; n <= 24; n++) await addComment(db, { postId, by: student, comment: `Comment ${n}` })
  const pageFrom = async (from: string | null) => {
    const { comments, ...page } = await listComments(db, student, postId, from)
    return { ...page, said: comments.map(({ comment }) => Number(comment.split(' ')[1])) }
  }
  const newest = await pageFrom(null)
  expect(newest).toMatchObject({
    said: [24, 23, 22, 21, 20, 19, 18, 17, 16, 15],
    hasNewer: false,
    from: null,
    total: 24,
  })
  const second = await pageFrom(newest.older)
  expect(second).toMatchObject({ said: [14, 13, 12, 11, 10, 9, 8, 7, 6, 5], hasNewer: true, from: newest.older })
  const last = await pageFrom(second.older)
  expect(last).toMatchObject({ said: [4, 3, 2, 1], hasNewer: true, older: null, total: 24 })

  await deleteComment(db, student, second.older!)
  expect(await pageFrom(second.older)).toMatchObject({ said: [3, 2, 1], total: 23 })
  for (const address of ['no id', lowestIdAt(new Date(0))]) expect((await pageFrom(address)).said[0]).toBe(24)
})

test('long comments and answers are cut, except for the one that a page begins with; of many answers the newest are shown', async () => {
  const { id: postId } = await aBook(db, store)
  const long = 'Is it there? '.repeat(380).trim()
  await addComment(db, { postId, by: student, comment: long })
  await addComment(db, { postId, by: student, comment: 'Which edition?' })
  const [edition, question] = await list(db, null, postId)
  expect(question).toMatchObject({ isCut: true, earlierAnswers: 0 })
  expect(question!.comment.length).toBeLessThan(402)
  for (let n = 1; n <= 5; n++)
    await addAnswer(db, { postId, by: store, comment: `${n}. ${long}`, answerTo: question!.id })

  const [, shown] = await list(db, null, postId)
  expect(shown!.answers.map(({ comment, isCut }) => [comment[0], isCut])).toEqual([
    ['3', true],
    ['4', true],
    ['5', true],
  ])
  expect(shown!.earlierAnswers).toBe(2)

  const ofQuestion = await listComments(db, null, postId, question!.id)
  expect(ofQuestion.comments).toMatchObject([{ comment: long, isCut: false, earlierAnswers: 0 }])
  expect(ofQuestion.comments[0]!.answers.map(({ comment, isCut }) => [comment[0], isCut])).toEqual(
    ['1', '2', '3', '4', '5'].map((n) => [n, true]),
  )
  const answer = ofQuestion.comments[0]!.answers[1]!
  const ofAnswer = await listComments(db, null, postId, answer.id)
  expect(ofAnswer.comments.map(({ isCut, answers }) => [isCut, answers.map((one) => one.isCut)])).toEqual([
    [true, [true, false, true, true, true]],
  ])
  expect((await listComments(db, null, postId, edition!.id)).comments).toHaveLength(2)

  // What anyone can post leaves the page small: 104 comments of 5,000 letters made it 3 MB.
  for (let n = 0; n < 12; n++) await addComment(db, { postId, by: student, comment: 'ক'.repeat(5_000) })
  expect(Buffer.byteLength(JSON.stringify(await listComments(db, null, postId)))).toBeLessThan(20_000)
})

test('the seller answers; question and answers stand together, and only the seller may answer', async () => {
  const [asker, other] = [await aStudent(db), await aStudent(db)]
  const { id: postId } = await aBook(db, store)
  await addComment(db, { postId, by: asker, comment: 'Is it there?' })
  await addComment(db, { postId, by: other, comment: 'Which edition?' })
  const [edition, there] = await list(db, store, postId)
  expect([edition!.mayAnswer, there!.mayAnswer]).toEqual([true, true])
  const answerTo = there!.id
  for (const by of [asker, other])
    expect(await addAnswer(db, { postId, by, comment: 'Yes!', answerTo })).toBe('not the seller')
  expect(await addAnswer(db, { postId, by: store, comment: 'Yes.', answerTo })).toBe('added')
  expect(await addAnswer(db, { postId, by: store, comment: 'Come on Friday.', answerTo })).toBe('added')
  const listed = await list(db, asker, postId)
  expect(listed.map(({ comment, isOwn, answers }) => [comment, isOwn, answers.map((one) => one.comment)])).toEqual([
    ['Which edition?', false, []],
    ['Is it there?', true, ['Yes.', 'Come on Friday.']],
  ])
  expect(listed[1]!.answers[0]).toMatchObject({ isSeller: true, by: store.name, isOwn: false })

  const key = crypto.randomUUID()
  const retried = { postId, by: store, comment: 'Twice', key }
  expect(await addAnswer(db, { ...retried, answerTo })).toBe('added')
  expect(await addAnswer(db, { ...retried, answerTo })).toBe('added')
  expect(await addAnswer(db, { ...retried, answerTo: edition!.id })).toBe('differs')
  expect((await list(db, null, postId)).map(({ answers }) => answers.length)).toEqual([0, 3])

  const answer = listed[1]!.answers[0]!.id
  const elsewhere = await aBook(db, store)
  for (const target of [answer, newId(), 'no id'])
    expect(await addAnswer(db, { postId, by: store, comment: 'Also', answerTo: target })).toBe('question gone')
  expect(await addAnswer(db, { postId: elsewhere.id, by: store, comment: 'Also', answerTo })).toBe('question gone')
})

test('everyone deletes an own comment, with its answers, and no other', async () => {
  const [asker, other] = [await aStudent(db), await aStudent(db)]
  const { id: postId } = await aBook(db, store)
  await addComment(db, { postId, by: asker, comment: 'Is it there?' })
  const [question] = await list(db, null, postId)
  await addAnswer(db, { postId, by: store, comment: 'Yes.', answerTo: question!.id })
  for (const by of [other, await aStore(db)]) await deleteComment(db, by, question!.id)
  expect(await list(db, null, postId)).toMatchObject([{ comment: 'Is it there?', answers: [{ comment: 'Yes.' }] }])
  const [{ answers }] = (await list(db, null, postId)) as [ListedComment]
  await deleteComment(db, store, answers[0]!.id)
  expect(await list(db, null, postId)).toMatchObject([{ comment: 'Is it there?', answers: [] }])
  await addAnswer(db, { postId, by: store, comment: 'It is.', answerTo: question!.id })
  await deleteComment(db, asker, question!.id)
  await deleteComment(db, asker, question!.id)
  expect(await db.selectFrom('comments').select('id').where('postId', '=', postId).execute()).toEqual([])
})

test('the seller removes what others wrote under an own post, and nothing under those of others', async () => {
  const [here, elsewhere] = [await aBook(db, store), await aBook(db, await aStore(db))]
  for (const { id: postId } of [here, elsewhere])
    await addComment(db, { postId, by: student, comment: 'Buy at my shop' })
  const [[spam], [other]] = [await list(db, store, here.id), await list(db, store, elsewhere.id)]
  expect([spam!.mayDelete, spam!.isOwn, other!.mayDelete]).toEqual([true, false, false])
  for (const { id } of [spam!, other!]) await deleteComment(db, store, id)
  expect(await list(db, null, here.id)).toEqual([])
  expect(await list(db, null, elsewhere.id)).toHaveLength(1)
})

test('My Posts counts what others wrote since the seller last looked', async () => {
  const seller = await aStudent(db)
  const { id: postId } = await aBook(db, seller)
  await aBook(db, seller)
  const counts = async () => {
    const { posts } = await listOwnPosts(db, seller, { kind: null, before: null })
    return posts.map(({ newComments }) => newComments)
  }
  await addComment(db, { postId, by: seller, comment: 'Collect it at Cotton.' })
  expect(await counts()).toEqual([0, 0])
  await addComment(db, { postId, by: student, comment: 'Is it there?' })
  await addComment(db, { postId, by: store, comment: 'And the notes?' })
  expect(await counts()).toEqual([0, 2])
  await markCommentsSeen(db, postId)
  expect(await counts()).toEqual([0, 0])
  const seen = () => db.selectFrom('seenComments').selectAll().where('postId', '=', postId).execute()
  const [before] = await seen()
  await markCommentsSeen(db, postId)
  expect(await seen()).toEqual([before]) // nothing new: nothing is written
  await addComment(db, { postId, by: student, comment: 'Still?' })
  expect(await counts()).toEqual([0, 1])
})

test('students can comment on courses, stores cannot', async () => {
  const { id: postId } = await aCourse(db, student)
  expect(await addComment(db, { postId, by: store, comment: 'We sell it, too' })).toBe('not for stores')
  expect(await addComment(db, { postId, by: await aStudent(db), comment: 'How long is it?' })).toBe('added')
  expect(await list(db, null, postId)).toHaveLength(1)
})

test('nobody can comment on a post that does not exist', async () => {
  for (const postId of [crypto.randomUUID(), 'no id']) {
    expect(await addComment(db, { postId, by: student, comment: 'Hello?' })).toBe('gone')
    expect(await list(db, null, postId)).toEqual([])
  }
})

test('deleting a post deletes its comments', async () => {
  const { id: postId } = await aBook(db, store)
  await addComment(db, { postId, by: student, comment: 'Gone soon' })
  await db.deleteFrom('posts').where('id', '=', postId).execute()
  expect(await db.selectFrom('comments').select('id').where('postId', '=', postId).execute()).toEqual([])
})
