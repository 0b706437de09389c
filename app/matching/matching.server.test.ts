import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { listWanted } from '#app/book-requests/wanted-queries.server.ts'
import { claimDue } from '#app/notices/delivery/outbox.server.ts'
import { withFacts } from '#app/notices/notice-queries.server.ts'
import { describeNotice } from '#app/notices/notice-texts.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { aBook, aBookRequest, aNote, aSavedSearch, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { matchPosts } from './match-posts.job.server.ts'
import { toldMax } from './matching-rules.ts'

const { db } = await freshDatabase()
const synonyms = await loadSynonyms(db, import.meta.dirname)

const match = () => matchPosts(db, synonyms)
const seller = await aStudent(db, { district: 'Jorhat' })
const aReader = () => aStudent(db, { emailConfirmedAt: new Date() })

/** A title that no other test has. */
const aName = () => `Principles of ${crypto.randomUUID().replaceAll('-', '')}`

async function aRequest(given: Parameters<typeof aBookRequest>[2] = {}) {
  const reader = await aReader()
  const request = await aBookRequest(db, reader, { bookName: aName(), className: 'XI', ...given })
  return { reader, request, name: request.bookName }
}

/** The mails and the notices in the app of an account, the oldest first, in words. */
async function toldTo({ id }: { id: string }) {
  const notices = await withFacts(db)
    .select('notices.id')
    .select(sql<number>`(select count(*)::int from outbox where notice_id = notices.id and way = 'mail')`.as('mails'))
    .where('notices.accountId', '=', id)
    .orderBy('notices.id')
    .execute()
  return notices.map(({ mails, ...facts }) => ({ mails, ...describeNotice(facts) }))
}
const mailsTo = async (account: { id: string }) => (await toldTo(account)).reduce((sum, { mails }) => sum + mails, 0)

/** As if a day had passed since everybody was told. */
const aDayLater = () =>
  sql`update wants set told_at = told_at - interval '1 day', due_at = due_at - interval '1 day'`.execute(db)

test('a request is told of its book, in words that name the post, its price and where it is', async () => {
  const { reader, name } = await aRequest()
  await aBook(db, seller, { name: `${name}, 3rd edition`, pricePaise: 25_000 })
  await match()
  expect(await toldTo(reader)).toEqual([
    {
      mails: 1,
      icon: 'search',
      title: `A copy of ${name}, 3rd edition is for sale`,
      text: `₹250, Good(used), Jorhat. You asked for “${name}”.`,
    },
  ])
})

test('a pair is told once, however often the post is edited', async () => {
  const { reader, name } = await aRequest()
  const { id } = await aBook(db, seller, { name })
  await match()
  for (const authorName of ['A', 'B']) {
    await db.updateTable('posts').set({ authorName }).where('id', '=', id).execute()
    await aDayLater()
    await match()
  }
  expect(await toldTo(reader)).toHaveLength(1)
  expect(await mailsTo(reader)).toBe(1)
})

test('an edit that makes a post the book is told', async () => {
  const { reader, name } = await aRequest()
  const { id } = await aBook(db, seller, { name: 'Something else' })
  await match()
  expect(await toldTo(reader)).toEqual([])
  await db.updateTable('posts').set({ name }).where('id', '=', id).execute()
  await match()
  expect(await toldTo(reader)).toHaveLength(1)
})

test('a post that is saved as it was is not compared again', async () => {
  const { id } = await aBook(db, seller)
  await match()
  const queued = () => db.selectFrom('postsToMatch').select('postId').execute()
  await db
    .updateTable('posts')
    .set({ name: sql<string>`name` })
    .where('id', '=', id)
    .execute()
  expect(await queued()).toEqual([])
  await db.updateTable('posts').set({ isSoldOut: true }).where('id', '=', id).execute()
  expect(await queued()).toEqual([])
  await db.updateTable('posts').set({ isSoldOut: false }).where('id', '=', id).execute()
  expect(await queued()).toEqual([{ postId: id }])
})

test('one mail a day for each request: the app has every match, the mail of the next day names the others', async () => {
  const { reader, name } = await aRequest()
  await aBook(db, seller, { name })
  await match()
  for (const edition of ['2nd', '3rd']) {
    await aBook(db, seller, { name: `${name} ${edition} edition` })
    await match()
  }
  expect((await toldTo(reader)).map(({ mails }) => mails)).toEqual([1, 0, 0])
  await aDayLater()
  await match()
  expect(await toldTo(reader)).toMatchObject([
    { mails: 1 },
    {
      mails: 1,
      title: `A copy of ${name} 2nd edition is for sale`,
      text: expect.stringContaining(': 1 more post matches.'),
    },
    { mails: 0 },
  ])
  await aDayLater()
  await match()
  expect(await mailsTo(reader)).toBe(2)
})

test('nobody is told of an own post', async () => {
  const { reader, name } = await aRequest()
  await aBook(db, reader, { name })
  await match()
  expect(await toldTo(reader)).toEqual([])
})

const close = (id: string) =>
  db.updateTable('bookRequests').set({ closedAt: new Date(), closedBecause: 'found' }).where('id', '=', id).execute()

test('nothing after a request is closed; once it is opened again, of the next post', async () => {
  const { reader, request, name } = await aRequest()
  await match()
  await close(request.id)
  await aBook(db, seller, { name })
  await match()
  expect(await toldTo(reader)).toEqual([])
  await db
    .updateTable('bookRequests')
    .set({ closedAt: null, closedBecause: null })
    .where('id', '=', request.id)
    .execute()
  await aBook(db, seller, { name })
  await match()
  expect(await toldTo(reader)).toHaveLength(1)
})

const hide = (name: string) =>
  sql`update all_posts set hidden_at = now(), hidden_because = 'team' where name = ${name}`.execute(db)

test('while an account is suspended, nothing is told to it, and its request is not among the wanted books', async () => {
  const { reader, request, name } = await aRequest()
  const suspend = (until: Date | null) =>
    db
      .updateTable('accounts')
      .set({ suspendedUntil: until, suspendedBecause: until && 'Spam' })
      .where('id', '=', reader.id)
      .execute()
  const wanted = async () => {
    const all = await listWanted(db, seller, { class: null, stream: null, district: null, before: null })
    return all.wanted.map(({ id }) => id)
  }
  await match() // indexes it
  expect(await wanted()).toContain(request.id)
  await suspend(new Date(Date.now() + 60_000))
  expect(await wanted()).not.toContain(request.id)
  await aBook(db, seller, { name })
  await match()
  expect(await toldTo(reader)).toEqual([])
  await suspend(null)
  await aBook(db, seller, { name })
  await match()
  expect(await toldTo(reader)).toHaveLength(1)
})

test('a post that the team hides before it is compared is told when it is shown again', async () => {
  const { reader, name } = await aRequest()
  await aBook(db, seller, { name })
  await hide(name)
  await match()
  expect(await toldTo(reader)).toEqual([])
  await sql`update all_posts set hidden_at = null, hidden_because = null where name = ${name}`.execute(db)
  await match()
  expect(await toldTo(reader)).toHaveLength(1)
})

test('no mail of the day for a request that was closed since, nor for posts that are sold or gone', async () => {
  const [closed, sold, gone] = [await aRequest(), await aRequest(), await aRequest()]
  for (const { name } of [closed, sold, gone]) await aBook(db, seller, { name })
  await match()
  for (const { name } of [closed, sold, gone]) await aBook(db, seller, { name: `${name} again` })
  await match()
  await close(closed.request.id)
  await db.updateTable('posts').set({ isSoldOut: true }).where('name', '=', `${sold.name} again`).execute()
  await db.deleteFrom('posts').where('name', '=', `${gone.name} again`).execute()
  await aDayLater()
  await match()
  for (const { reader } of [closed, sold, gone]) expect(await mailsTo(reader)).toBe(1)
})

test('a mail that has not left when the post is sold or hidden, or the request closed, is not wanted any more', async () => {
  await sql`delete from outbox`.execute(db)
  const [closed, sold, hidden, wanted] = [await aRequest(), await aRequest(), await aRequest(), await aRequest()]
  for (const { name } of [closed, sold, hidden, wanted]) await aBook(db, seller, { name })
  await match()
  await hide(hidden.name)
  await close(closed.request.id)
  await db.updateTable('posts').set({ isSoldOut: true }).where('name', '=', sold.name).execute()
  const rows = await claimDue(db, 'mail', 10)
  const isOver = (account: { id: string }) => rows.find(({ accountId }) => accountId === account.id)?.isOver
  expect([closed, sold, hidden, wanted].map(({ reader }) => isOver(reader))).toEqual([true, true, true, false])
})

test('of more people than are told of one post, those who were told of none come first', async () => {
  const bookName = aName()
  const readers = await Promise.all(Array.from({ length: toldMax + 5 }, () => aStudent(db)))
  for (const reader of readers) await aBookRequest(db, reader, { bookName, className: 'XI' })
  const countTold = async () =>
    (await Promise.all(readers.map(toldTo))).map((notices) => notices.length).filter((count) => count > 0).length
  await aBook(db, seller, { name: bookName })
  await match()
  expect(await countTold()).toBe(toldMax)
  await aBook(db, seller, { name: bookName })
  await match()
  expect(await countTold()).toBe(toldMax + 5)
})

test('the ticket of a request has each post that matches', async () => {
  const { request, name } = await aRequest()
  const { rows } = await sql<{ id: string }>`
    insert into tickets (kind, book_request_id, subject, due_at) values ('request', ${request.id}, ${name}, now())
    returning id`.execute(db)
  const posts = [await aBook(db, seller, { name }), await aBook(db, seller, { name })]
  await match()
  const entries = await db.selectFrom('ticketEntries').select(['event', 'by', 'postIds']).where('ticketId', '=', rows[0]!.id).orderBy('id').execute() // prettier-ignore
  expect(entries).toEqual(posts.map(({ id }) => ({ event: 'match', by: 'market', postIds: [id] })))
})

test('what people switched off does not reach them', async () => {
  const { reader, name } = await aRequest()
  await db
    .insertInto('noticeSettings')
    .values({ accountId: reader.id, kind: 'matches', way: 'mail', isOn: false })
    .execute()
  await aBook(db, seller, { name })
  await match()
  expect(await toldTo(reader)).toMatchObject([{ mails: 0 }])
})

test('new synonyms index the requests anew', async () => {
  const { reader, name } = await aRequest()
  await match()
  await sql`delete from meanings where false`.execute(db)
  expect(await db.selectFrom('wants').select('id').where('words', 'is not', null).execute()).toEqual([])
  await aBook(db, seller, { name })
  await match()
  expect(await toldTo(reader)).toHaveLength(1)
})

test.for([
  ['the words', { q: 'physics' }, true],
  ['words of the same meaning', { q: 'class 12 phy' }, true],
  ['a misspelt word', { q: 'phisics' }, true],
  ['another word', { q: 'chemistry' }, false],
  ['a kind', { q: 'physics', kind: 'note' }, true],
  ['another kind', { q: 'physics', kind: 'book' }, false],
  ['a district', { district: 'Jorhat', q: 'physics' }, true],
  ['another district', { district: 'Dhubri', q: 'physics' }, false],
  ['its neighbours', { district: 'Golaghat', near: 'on', q: 'physics' }, true],
  ['a price', { q: 'physics', to: '50' }, true],
  ['a lower price', { q: 'physics', to: '49' }, false],
  ['a price in words', { q: 'physics under 40' }, false],
  ['filters alone', { class: 'HS 2nd Year', kind: 'note' }, true],
] as const)('a saved search finds a post by %s', async ([, params, isFound]) => {
  const reader = await aReader()
  const { id } = await aSavedSearch(db, reader, params)
  await aNote(db, seller, { name: 'Physics: optics', className: 'Class XII', category: 'HS', pricePaise: 5_000 })
  await match()
  expect(await toldTo(reader)).toHaveLength(isFound ? 1 : 0)
  await db.deleteFrom('savedSearches').where('id', '=', id).execute()
})

test('a saved search is told of its new posts once a day, in the app as by mail', async () => {
  const reader = await aReader()
  const name = aName()
  await aSavedSearch(db, reader, { q: name })
  for (const nth of [1, 2, 3]) {
    await aBook(db, seller, { name: `${name} ${nth}` })
    await match()
  }
  expect(await toldTo(reader)).toHaveLength(1)
  await aDayLater()
  await match()
  expect(await toldTo(reader)).toMatchObject([
    { mails: 1, title: `New for your search: ${name} 1` },
    { mails: 1, title: `New for your search: ${name} 2`, text: expect.stringContaining(': 1 more post matches.') },
  ])
})
