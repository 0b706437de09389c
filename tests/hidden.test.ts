import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { buyPath } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { logIn } from '#app/accounts/log-in.server.ts'
import { addComment } from '#app/comments/add-comment.server.ts'
import { placeOrder } from '#app/orders/place-order.server.ts'
import type { NewPost } from '#app/posts/kinds/new-post.ts'
import { countWords } from '#app/posts/search/count-words.job.server.ts'
import { createPost } from '#app/posts/selling/create-post.server.ts'
import { savePost } from '#app/saved/save-post.server.ts'
import { findRatingSums } from '#app/ratings/rating-queries.server.ts'
import { endSuspensions } from '#app/team/end-suspensions.job.server.ts'
import { moderate } from '#app/team/moderate.server.ts'
import { aBook, aNote, aRatedOrder, aStore, aStudent, aTeamMember, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPicture, testStorage } from '#tests/support/pictures.ts'
import { startServer } from '#tests/support/server.ts'

// What the team hides is gone from every place with the next request, in every process, and comes back as it was.

const { db, url } = await freshDatabase()
const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })))
afterAll(async () => void (await Promise.all(servers.map((server) => server.stop()))))

const member = await aTeamMember(db, 'owner')
const by = { member, reason: 'Against the rules' }

const cookieOf = async (account: { id: string }) => ({ Cookie: `puthi-session=${await startSession(db, account)}` })
const get = (address: string, path: string, headers = {}) => fetch(address + path, { headers, redirect: 'manual' })

/** Whether each address has the text, in both processes, twice: from the cache, too. */
async function expectEverywhere(paths: string[], text: string, isThere: boolean, headers = {}) {
  for (let time = 0; time < 2; time++) {
    for (const { address } of servers) {
      const found = await Promise.all(
        paths.map(async (path) => (await (await get(address, path, headers)).text()).includes(text)),
      )
      expect(paths.filter((_, n) => found[n] !== isThere)).toEqual([])
    }
  }
}

async function expectStatus(paths: string[], status: number, headers = {}) {
  for (const { address } of servers) {
    const statuses = await Promise.all(paths.map(async (path) => [path, (await get(address, path, headers)).status]))
    expect(statuses).toEqual(paths.map((path) => [path, status]))
  }
}

test('a hidden post is in no list, page, search, suggestion, preview, shared link or sitemap, and comes back', async () => {
  const [seller, reader] = [await aStudent(db), await aStudent(db)]
  const name = 'Xarodi Kobita'
  const { id } = await aBook(db, seller, { name })
  const other = await aBook(db, seller, { name: 'Another book' })
  const lists = [
    '/?tab=books',
    '/search?q=xarodi',
    `/sellers/${seller.id}`,
    '/search/suggestions?q=xaro',
    `/login?to=${encodeURIComponent(buyPath(id))}`,
  ]
  const pages = [`/posts/${id}/xarodi-kobita`, `/posts/${id}/xarodi-kobita.data`]
  const shared = [`/share/${id}.jpg`]
  const [readers, sellers] = [await cookieOf(reader), await cookieOf(seller)]
  await savePost(db, reader, id)
  await countWords(db)

  await expectEverywhere(lists, 'Xarodi', true)
  await expectStatus([...pages, ...shared], 200)
  await expectEverywhere(['/sitemap/1.xml'], `/posts/${id}`, true)
  await expectEverywhere(['/?tab=books', '/search?q=xarodi'], 'Xarodi', true, readers)
  await expectEverywhere(['/saved'], `/posts/${id}`, true, readers)

  expect(await moderate(db, testStorage(), { ...by, thing: 'post', id, deed: 'hide' })).toBe(true)
  await expectEverywhere(
    lists.filter((path) => !path.includes('q=xarodi')),
    'Xarodi',
    false,
  )
  await expectEverywhere(['/search?q=xarodi'], `/posts/${id}`, false)
  await expectEverywhere(['/?tab=books', `/sellers/${seller.id}`], other.name, true)
  await expectStatus(pages, 410)
  await expectEverywhere(['/sitemap/1.xml'], `/posts/${id}`, false)
  await expectStatus(shared, 404)
  await expectStatus(pages.slice(0, 1), 410, readers)
  await expectEverywhere(['/?tab=books', '/search?q=xarodi'], `/posts/${id}`, false, readers)
  await expectEverywhere(['/AlterBooksAndNovels'], 'Hidden by our team', true, sellers)
  await expectEverywhere(['/AlterBooksAndNovels'], 'Xarodi', true, sellers)
  const where = {
    name: 'Rina',
    phone: '9876500001',
    alternativePhone: '',
    quantity: 1,
    pin: '781001',
    address: 'Panbazar',
  }
  const order = { ...where, key: crypto.randomUUID(), shownPaise: 49_500 }
  expect(await placeOrder(db, { postId: id, order, buyer: reader })).toBe('gone')
  expect(await addComment(db, { postId: id, by: reader, comment: 'Is it new?' })).toBe('gone')

  expect(await moderate(db, testStorage(), { ...by, thing: 'post', id, deed: 'hide' })).toBe(false)
  expect(await moderate(db, testStorage(), { ...by, thing: 'post', id, deed: 'show' })).toBe(true)
  await countWords(db)
  await expectEverywhere(lists, 'Xarodi', true)
  await expectStatus(pages, 200)
})

test('the preview of a hidden note is gone', async () => {
  const seller = await aStudent(db)
  const key = 'uploads/kinematics.pdf'
  await db.insertInto('files').values({ key, kind: 'pdf', bytes: 1, pageCount: 1, takenAt: new Date() }).execute()
  const { id } = await aNote(db, seller, { name: 'Kinematics', pdf1: key })
  const path = `/posts/${id}/preview/1`
  expect((await get(servers[0]!.address, path)).status).toBe(202) // it is being drawn
  await moderate(db, testStorage(), { ...by, thing: 'post', id, deed: 'hide' })
  await expectStatus([path], 404)
})

test('a hidden comment is gone with its answers', async () => {
  const [seller, reader] = [await aStudent(db), await aStudent(db)]
  const { id } = await aBook(db, seller, { name: 'Commented' })
  await addComment(db, { postId: id, by: reader, comment: 'A rude question' })
  const { id: commentId } = await db
    .selectFrom('comments')
    .select('id')
    .where('postId', '=', id)
    .executeTakeFirstOrThrow()
  await addComment(db, { postId: id, by: seller, comment: 'A calm answer', answerTo: commentId, askedBy: reader.id })
  const page = `/posts/${id}/commented`
  await expectEverywhere([page], 'A calm answer', true)
  await moderate(db, testStorage(), { ...by, thing: 'comment', id: commentId, deed: 'hide' })
  await expectEverywhere([page], 'A rude question', false)
  await expectEverywhere([page], 'A calm answer', false)
  expect(await moderate(db, testStorage(), { ...by, thing: 'comment', id: commentId, deed: 'show' })).toBe(true)
  await expectEverywhere([page], 'A calm answer', true)
})

test('a hidden rating is in no sum and no list; shown again it counts once', async () => {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  await aBook(db, seller, { name: 'Rated seller’s' })
  await aRatedOrder(db, { seller, buyer, words: 'A lie about the seller' })
  const sums = await findRatingSums(db, seller.id)
  expect(sums).toMatchObject({ ratings: 1, average: 4 })
  const page = `/sellers/${seller.id}/ratings`
  await expectEverywhere([page], 'A lie about', true)
  const { id } = await db
    .selectFrom('ratings')
    .select('id')
    .where('ratedId', '=', seller.id)
    .where('by', '=', 'buyer')
    .executeTakeFirstOrThrow()
  expect(await moderate(db, testStorage(), { ...by, thing: 'rating', id, deed: 'hide' })).toBe(true)
  await expectEverywhere([page], 'A lie about', false)
  expect(await findRatingSums(db, seller.id)).toBeNull()
  expect(await moderate(db, testStorage(), { ...by, thing: 'rating', id, deed: 'show' })).toBe(true)
  await expectEverywhere([page], 'A lie about', true)
  expect(await findRatingSums(db, seller.id)).toEqual(sums)
})

test('a suspended seller is logged out, cannot log in, and has neither posts nor a page, until the time is over', async () => {
  const store = await aStore(db, { name: 'Brahmaputra Books' })
  const book = await aBook(db, store, { name: 'Of the suspended' })
  const hiddenBefore = await aBook(db, store, { name: 'Hidden before' })
  await moderate(db, testStorage(), { ...by, thing: 'post', id: hiddenBefore.id, deed: 'hide' })
  const headers = await cookieOf(store)
  await expectStatus(['/orderlist'], 200, headers)
  await expectEverywhere(['/?tab=books'], 'Of the suspended', true)

  const suspended = { ...by, thing: 'person' as const, id: store.id, deed: 'suspend' as const, days: 7 }
  expect(await moderate(db, testStorage(), suspended)).toBe(true)
  await expectEverywhere(['/?tab=books'], 'Of the suspended', false)
  await expectStatus([`/posts/${book.id}/of-the-suspended`], 410)
  await expectStatus([`/sellers/${store.id}`, `/sellers/${store.id}/ratings`], 404)
  await expectStatus(['/orderlist'], 404, headers)
  const attempt = { phone: store.phone, password: makersPassword, address: 'here' }
  expect(await logIn(db, 'store', attempt)).toMatchObject({ refused: 'suspended', because: 'Against the rules' })
  expect(await logIn(db, 'store', { ...attempt, password: 'wrong' })).toEqual({ refused: 'wrong' })

  await sql`update accounts set suspended_until = now() - interval '1 second' where id = ${store.id}`.execute(db)
  await endSuspensions(db)
  await expectEverywhere(['/?tab=books'], 'Of the suspended', true)
  await expectEverywhere(['/?tab=books'], 'Hidden before', false)
  await expectStatus([`/sellers/${store.id}`], 200)
  expect(await logIn(db, 'store', attempt)).toHaveProperty('token')
})

test('with HOLD_FIRST_POSTS posts of a new seller wait for the team; after the first that it shows they do not', async () => {
  const seller = await aStudent(db)
  const post = async (name: string) => {
    const storage = testStorage()
    const [picture1, picture2] = [await aPendingPicture(db, storage), await aPendingPicture(db, storage)]
    const book = {
      kind: 'book' as const,
      name,
      authorName: null,
      className: null,
      stream: 'Arts',
      condition: 'New',
      publishYear: null,
      isbn: null,
      district: null,
      price: 100,
      sellingPrice: null,
      copies: null,
      key: crypto.randomUUID(),
      picture1,
      picture2,
      picture3: '',
    }
    return createPost(db, seller, book as unknown as NewPost, { holdsFirst: true })
  }
  const first = await post('The first of all')
  await expectEverywhere(['/?tab=books'], 'The first of all', false)
  expect(await moderate(db, testStorage(), { ...by, thing: 'post', id: first, deed: 'show' })).toBe(true)
  await expectEverywhere(['/?tab=books'], 'The first of all', true)
  await post('The second of all')
  await expectEverywhere(['/?tab=books'], 'The second of all', true)
})

test('every deed is in the audit, with who, what, and why', async () => {
  const { rows } = await sql<{ event: string }>`
    select event from audit_events where member_id = ${member.id} and reason like '%Against the rules' order by id`.execute(
    db,
  )
  expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(['hidden', 'shown again', 'account suspended']))
})
