import { existsSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { attemptKey, countAttempt } from '#app/accounts/log-in-limits.server.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { addComment } from '#app/comments/add-comment.server.ts'
import { pendingMs } from '#app/files/file-rules.ts'
import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import { readForm } from '#app/forms/forms.ts'
import { matchPosts } from '#app/matching/match-posts.job.server.ts'
import { placeOrder } from '#app/orders/place-order.server.ts'
import { clockOf, dealOf, mayDo, type OrderState, rulesOf } from '#app/orders/order-rules.ts'
import { categories } from '#app/posts/kinds/category.ts'
import { newPostRules } from '#app/posts/kinds/new-post.ts'
import { conditions } from '#app/posts/conditions.ts'
import { filesOf } from '#app/posts/post-rules.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { streams } from '#app/posts/search/stream-rules.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPicture, filesIn, testStorage } from '#tests/support/pictures.ts'

import { demoAsks } from './demo-asks.ts'
import { demoCatalogue, type DemoPost, demoStores, demoStudents } from './demo-catalogue.ts'
import { demoDeals } from './demo-deals.ts'
import { describeDemo, endDemo, hasNoAccounts, loadDemo, openDemo, warnOfDemo } from './demo.ts'

type Db = Awaited<ReturnType<typeof freshDatabase>>['db']

const kinds = ['book', 'novel', 'note', 'course'] as const
const ofKind = (kind: (typeof kinds)[number]) => demoCatalogue.filter((post) => post.kind === kind)

describe('the catalogue', () => {
  test('has the expected number of posts of each kind', () => {
    expect(kinds.map((kind) => ofKind(kind).length)).toEqual([60, 20, 24, 16])
  })

  test('has only posts that the upload form accepts', () => {
    const problems = demoCatalogue.flatMap((post) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(asTyped(post))) if (value !== null) form.append(name, String(value))
      const reading = readForm(newPostRules[post.kind], form)
      return reading.ok ? [] : [{ post: post.name, ...reading.errors }]
    })
    expect(problems).toEqual([])
  })

  test('has every stream, every condition and every category, and categories of its own', () => {
    const valuesOf = (name: 'stream' | 'condition' | 'category', posts: DemoPost[]) => posts.map((post) => post[name])
    expect(valuesOf('stream', ofKind('book'))).toEqual(expect.arrayContaining(streams))
    expect(valuesOf('condition', ofKind('novel'))).toEqual(expect.arrayContaining(conditions))
    const inNotes = valuesOf('category', ofKind('note'))
    expect(inNotes).toEqual(expect.arrayContaining(categories.filter((category) => category !== 'Other')))
    expect(inNotes.filter((category) => !categories.includes(category!)).length).toBeGreaterThan(0)
  })

  test('has stores that count their copies, and one post that is sold out', () => {
    const counted = demoCatalogue.filter(({ copies }) => copies !== undefined)
    expect(counted.length).toBeGreaterThan(3)
    expect(counted.filter(({ seller }) => !(seller in demoStores))).toEqual([])
    expect(counted.filter(({ copies }) => copies === 0)).toHaveLength(1)
  })

  test('names are unique, and notes and courses are sold by students', () => {
    expect(new Set(demoCatalogue.map(({ name }) => name)).size).toBe(demoCatalogue.length)
    const sellers = [...ofKind('note'), ...ofKind('course')].map(({ seller }) => seller)
    expect(sellers.filter((seller) => seller in demoStores)).toEqual([])
  })

  test('the accounts to log in with have several posts of each kind', () => {
    const counts = (seller: string) => kinds.map((kind) => ofKind(kind).filter((post) => post.seller === seller).length)
    expect(Math.min(...counts('student'))).toBeGreaterThan(1)
    expect(Math.min(...counts('store').slice(0, 2))).toBeGreaterThan(1)
  })
})

describe('the deals', () => {
  const dealOfDemo = ({ kind, seller }: (typeof demoDeals)[number]) =>
    dealOf(kind, seller in demoStores ? 'store' : 'student')

  test('are possible by the rules of orders, and none is overdue', () => {
    for (const one of demoDeals) {
      const deal = dealOfDemo(one)
      expect(one.hoursAgo).toHaveLength(one.deeds.length + 1)
      let state: OrderState = 'placed'
      for (const [n, deed] of one.deeds.entries()) {
        const hours = one.hoursAgo[n]! - one.hoursAgo[n + 1]!
        expect({ one, deed, may: mayDo(rulesOf(deed).by[0]!, deed, { deal, state, hours }) }).toMatchObject({
          may: true,
        })
        state = rulesOf(deed).to
      }
      const end = clockOf(deal, state).at(-1)
      const isOverdue = end !== undefined && 'does' in end && one.hoursAgo.at(-1)! >= end.after
      expect({ one, state, isOverdue }).toMatchObject({ isOverdue: false })
    }
  })

  test('are rated on both sides, by one side that waits for the other, and not yet', () => {
    const completed = demoDeals.filter(({ deeds }) => deeds.length > 0 && rulesOf(deeds.at(-1)!).to === 'completed')
    for (const who of ['student', 'store'])
      expect(completed.filter(({ buyer, seller }) => who === buyer || who === seller).map(({ ratings }) => ratings?.length ?? 0)).toEqual(expect.arrayContaining([0, 1, 2])) // prettier-ignore
    expect(demoDeals.filter((one) => one.ratings && !completed.includes(one))).toEqual([])
  })

  test('show the accounts to log in with in every state', () => {
    const statesOf = (side: 'buyer' | 'seller', who: string) =>
      new Set(
        demoDeals
          .filter((one) => one[side] === who)
          .map(({ deeds }) => (deeds.at(-1) ? rulesOf(deeds.at(-1)!).to : 'placed')),
      )
    const all = [
      'placed',
      'meeting',
      'packing',
      'ready',
      'sent',
      'paid',
      'problem',
      'completed',
      'declined',
      'cancelled',
    ]
    expect([...statesOf('buyer', 'student')].toSorted()).toEqual([...all, 'expired'].toSorted())
    expect([...statesOf('seller', 'student')].toSorted()).toEqual(
      ['placed', 'meeting', 'sent', 'paid', 'completed', 'cancelled'].toSorted(),
    )
    expect([...statesOf('seller', 'store')].toSorted()).toEqual(
      ['placed', 'preparing', 'ready', 'packing', 'completed'].toSorted(),
    )
  })
})

/** The post as form fields. */
function asTyped({ category, pricePaise, sellingPricePaise, copies, ...post }: DemoPost) {
  const isOwn = category && (post.kind === 'note' || post.kind === 'course') && !categories.includes(category)
  const { pictures, pdfs } = filesOf[post.kind]
  return {
    ...post,
    category: isOwn ? 'Other' : category!,
    otherCategory: isOwn ? category : '',
    price: pricePaise / 100,
    sellingPrice: sellingPricePaise == null ? '' : sellingPricePaise / 100,
    copies: copies || '', // nobody uploads what is sold out
    ...Object.fromEntries([...Object.keys(pictures), ...pdfs].map((name) => [name, 'a key'])),
  }
}

/** `few`: one post of each kind. `fewBooks`: two books, which load quickly. */
const few = kinds.map((kind) => ofKind(kind)[1]!)
const fewBooks = ofKind('book').slice(0, 2)

const names = (posts: { name: string }[]) => posts.map(({ name }) => name).toSorted()

async function opened() {
  const { db } = await freshDatabase()
  await openDemo(db)
  return { db, storage: testStorage() }
}

const namesIn = async (db: Db) => names(await db.selectFrom('posts').select('name').execute())

describe('loading', () => {
  test('first creates the accounts, then every post with its files, newest first', async () => {
    const { db, storage } = await opened()
    expect(await describeDemo(db)).toContain(`  student ${demoStudents.student.phone} at /login`)
    expect(await namesIn(db)).toEqual([])

    await loadDemo(db, storage, { catalogue: few })
    const posts = await db.selectFrom('posts').selectAll().orderBy('id', 'desc').execute()
    expect(names(posts)).toEqual(names(few))
    expect(posts).toEqual(posts.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime()))
    expect(posts[0]!.createdAt.getTime()).toBeLessThan(Date.now())

    const stores = await db.selectFrom('stores').select('picture').where('picture', '!=', '').execute()
    const named = [...posts.flatMap(fileKeysOf), ...stores.map(({ picture }) => picture)]
    const taken = await db.selectFrom('files').select('key').where('takenAt', 'is not', null).execute()
    expect(taken.map(({ key }) => key).toSorted()).toEqual(named.toSorted())
    expect(named.filter((key) => !existsSync(path.join(storage.folder, key)))).toEqual([])
  })

  test('the next start completes an interrupted loading, and no file is left over', async () => {
    const { db, storage } = await opened()
    let puts = 0
    const dying = {
      ...storage,
      put: (key: string, file: string) => {
        if (++puts > 20) throw new Error('The process is gone')
        return storage.put(key, file)
      },
    }
    await expect(loadDemo(db, dying, { catalogue: few })).rejects.toThrow('The process is gone')
    expect((await namesIn(db)).length).toBeLessThan(few.length)

    await loadDemo(db, storage, { catalogue: few })
    expect(await namesIn(db)).toEqual(names(few))

    await db.updateTable('files').set({ createdAt: new Date(Date.now() - 2 * pendingMs) }).execute() // prettier-ignore
    await sweepFiles(db, storage)
    const files = await db.selectFrom('files').selectAll().execute()
    expect(files.filter(({ takenAt }) => takenAt === null)).toEqual([])
    const kept = files.flatMap(({ key, kind }) => (kind === 'picture' ? renditionKeys(key) : [key]))
    expect(filesIn(storage.folder)).toEqual(kept.toSorted())
  })

  test('a deleted post does not come back, whether loading had ended or not', async () => {
    const { db, storage } = await opened()
    let steps = 0
    // Stops after two steps: the store's picture and one book.
    await loadDemo(db, storage, { catalogue: fewBooks, isStopping: () => steps++ === 2 })
    expect(await namesIn(db)).toEqual([fewBooks[0]!.name])
    await db.deleteFrom('posts').execute()

    await loadDemo(db, storage, { catalogue: fewBooks })
    expect(await namesIn(db)).toEqual([fewBooks[1]!.name])
    await db.deleteFrom('posts').execute()

    await openDemo(db)
    await loadDemo(db, storage, { catalogue: fewBooks })
    expect(await namesIn(db)).toEqual([])
  })

  test('a picture that the store has chosen in the meantime stays', async () => {
    const { db, storage } = await opened()
    await db.updateTable('stores').set({ picture: 'Bookstores/own.jpg' }).execute()
    await loadDemo(db, storage, { catalogue: [] })
    const pictures = await db.selectFrom('stores').select('picture').distinct().execute()
    expect(pictures).toEqual([{ picture: 'Bookstores/own.jpg' }])
    const taken = await db.selectFrom('files').select('key').where('takenAt', 'is not', null).execute()
    expect(taken).toEqual([])
  })

  test('skips posts of sellers who have deleted their accounts', async () => {
    const { db, storage } = await opened()
    await db.deleteFrom('accounts').where('kind', '=', 'student').execute()
    await loadDemo(db, storage, { catalogue: fewBooks })
    expect(await namesIn(db)).toEqual(names(fewBooks.filter(({ seller }) => seller in demoStores)))
  })

  test('people ask for books and write to the team; one request finds its book', async () => {
    const { db, storage } = await opened()
    const wanted = demoCatalogue.filter(({ name }) => name === 'Higher Engineering Mathematics')
    await loadDemo(db, storage, { catalogue: wanted })
    await matchPosts(db, await loadSynonyms(db, storage.folder))
    const { student } = (await db.selectFrom('demo').select('sellers').executeTakeFirstOrThrow()).sellers
    const matched = await db
      .selectFrom('matches')
      .innerJoin('wants', 'wants.id', 'wantId')
      .innerJoin('bookRequests', 'bookRequests.id', 'bookRequestId')
      .select(['wants.accountId', 'bookName'])
      .execute()
    expect(matched).toEqual([{ accountId: student, bookName: 'Higher Enginering Mathematics' }])
    const tickets = await db.selectFrom('tickets').select(['kind', 'createdAt', 'dueAt']).execute()
    const isAsked = (ask: (typeof demoAsks)[number]) => !('search' in ask)
    expect(tickets).toHaveLength(demoAsks.filter(isAsked).length)
    expect(tickets.filter(({ dueAt }) => dueAt < new Date())).toHaveLength(2)
  })

  test('two concurrent processes open and load it once', async () => {
    const { db } = await freshDatabase()
    const storage = testStorage()
    await Promise.all([openDemo(db), openDemo(db)])
    await Promise.all([1, 2].map(() => loadDemo(db, storage, { catalogue: fewBooks })))
    expect(await namesIn(db)).toEqual(names(fewBooks))
    const { rows } = await sql<{ accounts: number }>`
      select count(*)::int as accounts from accounts`.execute(db)
    expect(rows[0]!.accounts).toBe(Object.keys(demoStudents).length + Object.keys(demoStores).length)
  })

  test('does nothing where the demo was never opened', async () => {
    const { db } = await freshDatabase()
    await loadDemo(db, testStorage())
    expect(await hasNoAccounts(db)).toBe(true)
    expect(await namesIn(db)).toEqual([])
  })
})

describe('ending', () => {
  test('removes the demo accounts with all their data, and nothing of other people', async () => {
    const { db, storage } = await opened()
    await loadDemo(db, storage, { catalogue: few })
    const [rina, shop] = [await aStudent(db), await aStore(db)]
    const [picture1, picture2] = [await aPendingPicture(db, storage), await aPendingPicture(db, storage)]
    const own = await aBook(db, shop, { name: 'Of other people', picture1, picture2, sellingPricePaise: 26_000 })
    await db.updateTable('files').set({ takenAt: new Date() }).where('key', 'in', [picture1, picture2]).execute()
    const { id } = await db
      .selectFrom('accounts')
      .select('id')
      .where('phone', '=', demoStudents.student.phone)
      .executeTakeFirstOrThrow()
    const demo = { kind: 'student' as const, id, name: '', phone: demoStudents.student.phone }
    await startSession(db, demo)
    await startSession(db, rina)
    await countAttempt(db, { account: attemptKey(demo), address: 'here' })
    await addComment(db, { postId: own.id, by: demo, comment: 'Of the demo' })
    await addComment(db, { postId: own.id, by: rina, comment: 'Of Rina' })
    const where = { phone: '9876543210', alternativePhone: '', quantity: 1, pin: '781001', address: 'Panbazar' }
    for (const buyer of [demo, rina]) {
      const order = { ...where, key: crypto.randomUUID(), shownPaise: 26_000, name: 'A buyer' }
      expect(await placeOrder(db, { postId: own.id, buyer, order })).toHaveProperty('orderId')
    }

    expect(await endDemo(db, storage)).toBe(12)
    expect(await namesIn(db)).toEqual(['Of other people'])
    const left = async (table: 'students' | 'stores' | 'sessions' | 'logInAttempts') =>
      (
        await db
          .selectFrom(table)
          .select(sql`1`.as('one'))
          .execute()
      ).length
    expect([await left('students'), await left('stores'), await left('sessions'), await left('logInAttempts')]).toEqual(
      [1, 1, 1, 0],
    )
    expect(await db.selectFrom('comments').select('comment').execute()).toEqual([{ comment: 'Of Rina' }])
    const orders = await db.selectFrom('orders').select('buyerId').orderBy('id').execute()
    expect(orders).toEqual([{ buyerId: null }, { buyerId: rina.id }]) // kept: both are still to be delivered
    const kept = [picture1, picture2].flatMap(renditionKeys)
    expect(filesIn(storage.folder)).toEqual(kept.toSorted())

    expect(await endDemo(db, storage)).toBe(0)
    await openDemo(db)
    await loadDemo(db, storage, { catalogue: few })
    expect(await describeDemo(db)).toEqual([])
    expect(await namesIn(db)).toEqual(['Of other people'])
  })

  test('stops a server that is loading', async () => {
    const { db, storage } = await opened()
    let steps = 0
    // Stops after two steps: the store's picture and one post.
    await loadDemo(db, storage, { catalogue: few, isStopping: () => steps++ === 2 })
    expect(await endDemo(db, storage)).toBe(12)
    await loadDemo(db, storage, { catalogue: few })
    expect(await namesIn(db)).toEqual([])
    expect(filesIn(storage.folder)).toEqual([])
  })

  test('does nothing where there is no demo', async () => {
    const { db } = await freshDatabase()
    const rina = await aStudent(db, { phone: demoStudents.student.phone }) // an ordinary account may have this phone
    expect(await endDemo(db, testStorage())).toBe(0)
    expect(await warnOfDemo(db)).toEqual([])
    expect(await db.selectFrom('accounts').select('id').execute()).toEqual([{ id: rina.id }])
  })
})

type Post = Awaited<ReturnType<typeof allOf>>[number]
const allOf = (db: Db) => db.selectFrom('posts').selectAll().execute()

const fileKeysOf = (post: Post) =>
  [post.picture1, post.picture2, post.picture3, post.coverImage, post.pdf1, post.pdf2].filter((key) => key !== null)
