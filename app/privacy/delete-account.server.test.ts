import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import type { Viewer } from '#app/access/viewer.ts'
import { countAttempt } from '#app/accounts/log-in-limits.server.ts'
import { noteBrowser } from '#app/accounts/known-browsers.server.ts'
import { findSession, startSession } from '#app/accounts/sessions.server.ts'
import { addBookRequest } from '#app/book-requests/add-book-request.server.ts'
import { addComment } from '#app/comments/add-comment.server.ts'
import { addContactMessage } from '#app/contact/add-contact-message.server.ts'
import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { changeSetting } from '#app/notices/change-settings.server.ts'
import { makeLink } from '#app/notices/mail/account-links.server.ts'
import { changeOrder } from '#app/orders/change-order.server.ts'
import { placeOrder } from '#app/orders/place-order.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { addReport } from '#app/reports/add-report.server.ts'
import { addRating } from '#app/ratings/add-rating.server.ts'
import { savePost } from '#app/saved/save-post.server.ts'
import { deletePost } from '#app/posts/selling/delete-post.server.ts'
import { aBook, aNote, aPushBrowser, aSavedSearch, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPicture, filesIn, testStorage } from '#tests/support/pictures.ts'
import { until } from '#tests/support/until.ts'

import { countAccountData, findAccountData } from './account-data-queries.server.ts'
import { deleteAccount } from './delete-account.server.ts'

const { db, url } = await freshDatabase()
const origin = 'https://puthi.example'

const delivery = { name: 'Rina Bora', phone: '9876500001', quantity: 2, pin: '781001', address: 'House 7, Panbazar' }
const buy = (buyer: Viewer, post: { id: string; pricePaise: number }) =>
  placeOrder(db, {
    postId: post.id,
    buyer,
    order: { key: crypto.randomUUID(), shownPaise: post.pricePaise, alternativePhone: '', ...delivery },
  })
/** Buys it, and the seller accepts: then the seller sees where to send it. */
async function sell(seller: Viewer, buyer: Viewer, post: { id: string; pricePaise: number }) {
  const placed = await buy(buyer, post)
  const { orderId } = placed as { orderId: string }
  await changeOrder(db, { orderId, person: seller, deed: 'accept to send', key: crypto.randomUUID() })
  return orderId
}
/** The parcel arrives, and both rate each other. */
async function complete(orderId: string, seller: Viewer, buyer: Viewer) {
  await changeOrder(db, { orderId, person: seller, deed: 'mark as sent', key: crypto.randomUUID() })
  await changeOrder(db, { orderId, person: buyer, deed: 'say received', key: crypto.randomUUID() })
  const given = { rates: orderId, stars: 5, asPromised: true, communication: true, useful: null }
  await addRating(db, buyer, { ...given, key: crypto.randomUUID(), words: `By ${buyer.name}` })
  await addRating(db, seller, { ...given, key: crypto.randomUUID(), words: `By ${seller.name}` })
}
const remove = (viewer: Viewer, password = makersPassword) => deleteAccount(db, { viewer, password, address: 'here' })

type Table = 'posts' | 'comments' | 'orders' | 'bookRequests' | 'contactMessages' | 'sessions' | 'logInAttempts'
async function countOf(table: Table) {
  const { count } = await db
    .selectFrom(table)
    .select((is) => is.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A student with rows in every table, and a store that bought from them and sold to them. */
async function aBusyStudent() {
  const storage = testStorage()
  const student = await aStudent(db, { name: 'Rina', idType: 'PAN', sealedIdNumber: `v1.00000000.${'A'.repeat(40)}` })
  const store = await aStore(db)
  const [picture, sold] = [await aPendingPicture(db, storage), await aPendingPicture(db, storage)]
  for (const key of [picture, sold]) await takeFile(db, key, 'images')
  const pdf = `uploads/${crypto.randomUUID()}.pdf`
  await db.insertInto('files').values({ key: pdf, kind: 'pdf', bytes: 1, pageCount: 1, takenAt: new Date() }).execute()
  const note = await aNote(db, student, { pdf1: pdf, coverImage: picture })
  const gone = await aBook(db, student, { picture1: sold })
  const offered = await aBook(db, store)
  await sell(student, store, gone)
  await deletePost(db, storage, student, gone.id)
  await complete(await sell(store, student, offered), store, student)
  await addComment(db, { postId: offered.id, by: student, comment: 'Is it new?' })
  await addComment(db, { postId: note.id, by: store, comment: 'Good notes' })
  await addBookRequest(db, student.id, {
    bookName: 'Burhi Aair Xadhu',
    className: 'X',
    stream: 'Arts',
    condition: 'New',
    phone: '9876500002',
    address: 'Jorhat',
    pin: '785001',
    comment: '',
    key: null,
  })
  await addContactMessage(db, { name: 'Rina', phone: '9876500003', reason: 'Hello', key: null }, student.id)
  await aSavedSearch(db, student, { q: 'physics' })
  await savePost(db, student, offered.id)
  await savePost(db, store, note.id)
  await addContactMessage(db, { name: 'A visitor', phone: '9876500003', reason: 'Hello', key: null }, null)
  await changeSetting(db, student.id, { kind: 'orders', way: 'mail', isOn: false })
  await aPushBrowser(db, student)
  await makeLink(db, { purpose: 'e-mail', accountId: student.id, email: student.email })
  const consent = { guardianName: 'Mina', guardianContact: '9876500004', consentedAt: new Date() }
  await db
    .insertInto('studentAges')
    .values({ accountId: student.id, birthYear: 2012, ...consent })
    .execute()
  await noteBrowser(db, student, { token: null, inWords: null })
  await addReport(db, student.id, { reported: 'post', id: offered.id }, { reason: 'spam', words: 'Again and again' })
  return { storage, student, store, note, gone, offered, token: await startSession(db, student) }
}

test('deleting a student keeps what others need to deliver, and nothing else', async () => {
  const { storage, student, store, note, gone, offered, token } = await aBusyStudent()
  const ofStore = await startSession(db, store)
  expect(await countAccountData(db, student)).toEqual({
    posts: 1,
    comments: 1,
    ordersReceived: 1,
    ordersPlaced: 1,
    requests: 1,
    messages: 1,
    saved: 1,
  })
  expect(await remove(student)).toBe('deleted')

  expect(await findSession(db, token)).toBe(null)
  expect(await findSession(db, ofStore)).not.toBe(null)
  expect(await db.selectFrom('posts').select('id').execute()).toEqual([{ id: offered.id }])
  const orders = await db.selectFrom('orders').selectAll().execute()
  const nothingOfTheSeller = { sellerId: null, description: null, picture1: null, picture2: null, picture3: null }
  expect(orders).toEqual([
    expect.objectContaining({ ...delivery, ...nothingOfTheSeller, itemName: gone.name, buyerId: store.id }),
    expect.objectContaining({ ...delivery, sellerId: store.id, buyerId: null }),
  ])
  expect([await countOf('comments'), await countOf('bookRequests'), await countOf('logInAttempts')]).toEqual([0, 0, 0])
  expect(await db.selectFrom('contactMessages').select('name').execute()).toEqual([{ name: 'A visitor' }])
  const saved = await db.selectFrom('savedPosts').select(['accountId', 'name']).execute()
  expect(saved).toEqual([{ accountId: store.id, name: note.name }]) // the store reads that the note is gone
  expect(await tablesWith(student)).toEqual(['audit_events']) // what the team and the person did stays noted, by the id
  expect(await db.selectFrom('studentAges').selectAll().execute()).toEqual([])
  const ratings = await db.selectFrom('ratings').select(['ratedId', 'stars', 'words']).execute()
  expect(ratings).toEqual([{ ratedId: store.id, stars: 5, words: null }]) // what the student gave, without the words

  expect(filesIn(storage.folder).length).toBeGreaterThan(0)
  await sweepFiles(db, storage)
  expect(filesIn(storage.folder)).toEqual([])
  expect(await db.selectFrom('files').selectAll().execute()).toEqual([])
  await aStudent(db, { phone: student.phone }) // the phone is free again
})

/** Tables that contain the account's id, phone or e-mail. */
async function tablesWith({ id, phone, email }: { id: string; phone: string; email: string }) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  const tables: string[] = []
  for (const { name } of rows) {
    const found = await sql`select 1 from ${sql.table(name)} as row
      where row::text like any(${[id, phone, email].map((text) => `%${text}%`)})`.execute(db)
    if (found.rows.length > 0) tables.push(name)
  }
  return tables
}

test('deleting a store deletes its picture and keeps what it bought for the seller', async () => {
  const storage = testStorage()
  const picture = await aPendingPicture(db, storage)
  await takeFile(db, picture, 'images')
  const store = await aStore(db, { picture })
  const seller = await aStudent(db)
  await sell(seller, store, await aBook(db, seller))
  expect(await remove(store)).toBe('deleted')
  expect(await tablesWith(store)).toEqual(['audit_events'])
  await sweepFiles(db, storage)
  expect(filesIn(storage.folder)).toEqual([])
  expect((await findAccountData(db, seller, origin)).ordersReceived).toMatchObject([delivery])
})

test('a wrong password deletes nothing, and the tenth locks the account as at log-in', async () => {
  const student = await aStudent(db)
  for (let attempt = 0; attempt < 10; attempt++) expect(await remove(student, 'wrong')).toBe('wrong password')
  expect(await remove(student)).toEqual({ lockedSeconds: expect.any(Number) as number })
  expect(await tablesWith(student)).toContain('accounts')
  const { lockedSeconds } = await countAttempt(db, { account: `student:${student.phone}`, address: 'elsewhere' })
  expect(lockedSeconds).toBeGreaterThan(0)
})

test('deleting an account while somebody buys from it does not deadlock', async () => {
  const seller = await aStudent(db)
  const book = await aBook(db, seller)
  const buyer = await aStudent(db)
  const other = createDb(url, { max: 1 })
  onTestFinished(() => other.destroy())
  const postLocked = Promise.withResolvers<void>()
  const buying = other.transaction().execute(async (transaction) => {
    await transaction.selectFrom('posts').select('id').where('id', '=', book.id).forShare().execute() // like placeOrder
    postLocked.resolve()
    await until(isLockAwaited)
    // The lock that the foreign key check of a new order takes.
    await sql`select from accounts where id = ${seller.id} for key share`.execute(transaction)
  })
  await postLocked.promise
  const deleting = remove(seller)
  await buying
  expect(await deleting).toBe('deleted')
  expect(await buy(buyer, book)).toBe('gone')
})

async function isLockAwaited() {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

test('the download has all data of the person, and of others only what the person may see', async () => {
  const { student, store, note, offered } = await aBusyStudent()
  const found = await findAccountData(db, student, origin)
  expect(found.account).toMatchObject({ kind: 'student', name: 'Rina', phone: student.phone, email: student.email })
  expect(found.sessions).toHaveLength(2) // one of them takes push
  expect(found.posts).toMatchObject([
    {
      name: note.name,
      pictures: [`${origin}/pictures/${note.coverImage}`],
      pdfs: [`${origin}/posts/${note.id}/pdfs/1`, `${origin}/posts/${note.id}/pdfs/2`],
    },
  ])
  expect(found.comments).toMatchObject([{ under: offered.name, comment: 'Is it new?' }])
  expect(found.ordersPlaced).toMatchObject([{ itemName: offered.name, ...delivery }])
  expect(found.ordersReceived).toMatchObject([{ kind: 'book', ...delivery }])
  expect(found.bookRequests).toMatchObject([{ bookName: 'Burhi Aair Xadhu', address: 'Jorhat' }])
  expect(found.messages).toMatchObject([{ name: 'Rina', reason: 'Hello' }])
  expect(found.savedPosts).toMatchObject([{ kind: 'book', name: offered.name, pricePaise: offered.pricePaise }])
  expect(found.age).toMatchObject({ birthYear: 2012, guardianName: 'Mina', guardianContact: '9876500004' })
  const text = JSON.stringify(found)
  for (const hidden of [
    student.passwordHash,
    student.sealedIdNumber!,
    store.id,
    store.phone,
    'Good notes',
    'A visitor',
  ]) {
    expect([hidden, text.includes(hidden)]).toEqual([hidden, false])
  }

  const ofStore = await findAccountData(db, store, origin)
  expect(ofStore.account).toMatchObject({ kind: 'store', name: store.name, address: store.address })
  expect(ofStore.comments).toMatchObject([{ under: note.name, comment: 'Good notes' }])
  expect([ofStore.posts.length, ofStore.ordersPlaced.length, ofStore.ordersReceived.length]).toEqual([1, 1, 1])
  expect([ofStore.bookRequests, ofStore.messages]).toEqual([[], []])
  expect(ofStore.savedPosts).toMatchObject([{ name: note.name }])
})

test('the download says how many copies of each post are left', async () => {
  const store = await aStore(db)
  for (const given of [{ copies: 3 }, { copies: 0 }, {}]) await aBook(db, store, given)
  const { posts } = await findAccountData(db, store, origin)
  expect(posts.map(({ copies, isSoldOut }) => [copies, isSoldOut])).toEqual([
    [3, false],
    [0, true],
    [null, false],
  ])
})

test('the download has the ratings that one gave and got, and no others', async () => {
  const { student, store } = await aBusyStudent()
  await aBusyStudent()
  const { ratingsGiven, ratingsReceived } = await findAccountData(db, student, origin)
  expect(ratingsGiven.map(({ words }) => words)).toEqual([`By ${student.name}`])
  expect(ratingsReceived.map(({ words }) => words)).toEqual([`By ${store.name}`])
})

test('the download has every column of the tables that refer to accounts, except secrets', async () => {
  const { student, store } = await aBusyStudent()
  const [ofStudent, ofStore] = [await findAccountData(db, student, origin), await findAccountData(db, store, origin)]
  const downloaded: Record<string, object> = {
    accounts: ofStudent.account,
    students: ofStudent.account,
    stores: ofStore.account,
    sessions: ofStudent.sessions[0]!,
    all_posts: ofStudent.posts[0]!,
    all_comments: ofStudent.comments[0]!,
    orders: ofStudent.ordersPlaced[0]!,
    book_requests: ofStudent.bookRequests[0]!,
    contact_messages: ofStudent.messages[0]!,
    saved_posts: ofStudent.savedPosts[0]!,
    notices: ofStudent.notices[0]!,
    notice_settings: ofStudent.noticeSettings[0]!,
    push_subscriptions: ofStudent.pushBrowsers[0]!,
    account_links: ofStudent.links[0]!,
    known_browsers: ofStudent.knownBrowsers[0]!,
    ratings: ofStudent.ratingsGiven[0]!,
    rating_sums: ofStudent.ratingSums[0]!,
    tickets: ofStudent.tickets[0]!,
    reports: ofStudent.reports[0]!,
    buyer_details: ofStudent.addressForPurchases!,
    student_ages: ofStudent.age!,
    saved_searches: ofStudent.savedSearches[0]!,
  }
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where attnum > 0 and not attisdropped and relkind = 'r' and (relname = 'accounts' or attrelid in (
      select conrelid from pg_constraint where confrelid = 'accounts'::regclass))`.execute(db)
  expect([...new Set(rows.map(({ table }) => table))].toSorted()).toEqual(Object.keys(downloaded).toSorted())
  // Not downloaded: secrets and ids; what is computed from other columns; file keys, in whose place the download has URLs
  // under other names; what the clock of an order counts.
  const isLeftOut = (column: string) =>
    /^(id|key|\w+_id|token_sha256|password_hash|p256dh|auth|sealed_id_number|picture\d|cover_image|pdf\d|payable_paise|same_book|is_sold_out|\w+_tab|due_at|reminders|contact_until|copies_taken)$/.test(
      column,
    )
  const isDownloaded = ({ table, column }: { table: string; column: string }) =>
    column.replaceAll(/_\w/g, (to) => to[1]!.toUpperCase()) in downloaded[table]!
  expect(rows.filter((one) => !isDownloaded(one) && !isLeftOut(one.column))).toEqual([])
})
