import { randomBytes, randomUUID } from 'node:crypto'

import type { Insertable } from 'kysely'

import type { AccountKind, TeamRole } from '#app/access/role-rules.ts'
import { districtNamed } from '#app/accounts/districts.ts'
import { hashPassword } from '#app/accounts/password.server.ts'
import type { PushSubscription } from '#app/notices/notice-rules.ts'
import { addSubscription } from '#app/notices/push/subscriptions.server.ts'
import { tabOf } from '#app/orders/order-rules.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { addRating } from '#app/ratings/add-rating.server.ts'
import { answerRating } from '#app/ratings/answer-rating.server.ts'

/** Id and creation time of a row that should look older: the id sorts by that time. */
export function madeAt(time: Date) {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return { id: `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`, createdAt: time }
}

/** Counter that makes names unique. Each maker inserts a complete row; tests pass in only what matters to them. */
let made = 0

export const makersPassword = 'puthi@123'

/** Hashed once, because Argon2 is slow on purpose: all accounts share the password. */
let passwordHash: Promise<string> | undefined
const hashOnce = () => (passwordHash ??= hashPassword(makersPassword))

type Account = Insertable<Tables['accounts']>
type Student = Omit<Insertable<Tables['students']>, 'accountId'>
type Store = Omit<Insertable<Tables['stores']>, 'accountId'>

export async function aStudent(db: Db, given: Partial<Account & Student> = {}) {
  const { className, collegeName, idType, sealedIdNumber, ...ofAccount } = given
  const account = await addAccount(db, 'student', `Student ${made + 1}`, ofAccount)
  const student = {
    className: className ?? 'HS 2nd Year',
    collegeName: collegeName ?? 'Cotton College',
    idType: idType ?? null,
    sealedIdNumber: sealedIdNumber ?? null,
  }
  await db
    .insertInto('students')
    .values({ accountId: account.id, ...student })
    .execute()
  return { ...account, ...student }
}

export async function aStore(db: Db, given: Partial<Account & Store> = {}) {
  const { district = 'Kamrup', address, picture, acceptsByItself, ...ofAccount } = given
  const account = await addAccount(db, 'store', `Book Store ${made + 1}`, {
    ...ofAccount,
    district: districtNamed(district),
  })
  const store = {
    district,
    address: address ?? 'Panbazar, Guwahati',
    picture: picture ?? '',
    acceptsByItself: acceptsByItself ?? false,
  }
  await db
    .insertInto('stores')
    .values({ accountId: account.id, ...store })
    .execute()
  return { ...account, ...store }
}

async function addAccount<Kind extends AccountKind>(db: Db, kind: Kind, name: string, given: Partial<Account>) {
  made++
  const email = `${kind}${made}@puthi.example`
  const account = { id: newId(), name, phone: phone(), email, passwordHash: await hashOnce(), ...given, kind }
  await db.insertInto('accounts').values(account).execute()
  return account
}

/** A browser in which the account is logged in and takes push. */
export async function aPushBrowser(db: Db, account: { id: string }, given: Partial<PushSubscription> = {}) {
  made++
  const sessionId = newId()
  const session = { id: sessionId, accountId: account.id, browser: 'Chrome on Android' }
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('sessions')
    .values({ ...session, tokenSha256: randomBytes(32), expiresAt })
    .execute()
  const browser = { endpoint: `https://push.example/${newId()}`, p256dh: 'a', auth: 'b', ...given }
  await addSubscription(db, { accountId: account.id, sessionId }, browser)
  return { ...browser, sessionId }
}

type Post = Insertable<Tables['posts']>
type Seller = { id: string }

interface Counted {
  /** How many there are, where they are counted; 0 is sold out. */
  copies?: number
}

export async function aBook(db: Db, seller: Seller, { copies, ...given }: Partial<Post> & Counted = {}) {
  made++
  const book = {
    id: newId(),
    kind: 'book' as const,
    sellerId: seller.id,
    name: `Book ${made}`,
    authorName: 'H. C. Verma',
    className: 'Class XI',
    stream: 'Science',
    condition: 'Good(used)',
    pricePaise: 49_500,
    picture1: 'images/none-1.jpg',
    picture2: 'images/none-2.jpg',
    isSoldOut: copies === 0,
    ...given,
  }
  await db.insertInto('posts').values(book).execute()
  if (copies !== undefined) await db.insertInto('stock').values({ postId: book.id, copies }).execute()
  return book
}

export async function aNovel(db: Db, seller: Seller, given: Partial<Post> & Counted = {}) {
  return aBook(db, seller, {
    kind: 'novel',
    name: `Novel ${made + 1}`,
    category: 'Fiction',
    description: 'A story.',
    className: null,
    ...given,
  })
}

export async function aNote(db: Db, seller: Seller, given: Partial<Post> = {}) {
  made++
  const note = {
    id: newId(),
    kind: 'note' as const,
    sellerId: seller.id,
    name: `Note ${made}`,
    className: 'Class X',
    category: 'HSLC (SEBA)',
    pricePaise: 7_000,
    pdf1: 'uploads/none-1.pdf',
    pdf2: 'uploads/none-2.pdf',
    ...given,
  }
  await db.insertInto('posts').values(note).execute()
  return note
}

export async function aCourse(db: Db, seller: Seller, given: Partial<Post> = {}) {
  return aNote(db, seller, { kind: 'course', name: `Course ${made + 1}`, ...given })
}

type BookRequest = Insertable<Tables['bookRequests']>

export async function aBookRequest(db: Db, student: { id: string }, given: Partial<BookRequest> = {}) {
  made++
  const request = {
    id: newId(),
    accountId: student.id,
    bookName: `Wanted ${made}`,
    className: 'HS 2nd Year',
    stream: 'Science',
    condition: 'Used',
    phone: '9876543210',
    address: 'Panbazar, Guwahati',
    pin: '781001',
    comment: '',
    ...given,
  }
  await db.insertInto('bookRequests').values(request).execute()
  return request
}

/** A search that the account is told of, as the address of the search page has it. */
export async function aSavedSearch(db: Db, account: { id: string }, params: Record<string, string>) {
  const query = String(new URLSearchParams(params))
  const saved = { id: newId(), accountId: account.id, query, title: Object.values(params).join(', ') }
  await db.insertInto('savedSearches').values(saved).execute()
  return saved
}

type Order = Insertable<Tables['orders']>

/** An order as it stands, without the notices and the history that led to it. */
export async function anOrder(db: Db, given: Partial<Order> & Pick<Order, 'sellerId'>) {
  made++
  const { deal = 'copy', state = 'placed' } = given
  const order = {
    id: newId(),
    key: randomUUID(),
    kind: 'book' as const,
    postId: newId(),
    itemName: `Sold ${made}`,
    originalPricePaise: 49_500,
    pricePaise: 49_500,
    quantity: 1,
    name: 'Rina Das',
    phone: '9876543210',
    pin: '781001',
    address: 'Panbazar, Guwahati',
    buyerTab: tabOf('buyer', deal, state),
    sellerTab: tabOf('seller', deal, state),
    ...given,
    deal,
    state,
  }
  await db.insertInto('orders').values(order).execute()
  return order
}

interface RatedDeal {
  seller: { id: string }
  buyer: { id: string }
  itemName?: string
  words: string
}

/** A completed order that both sides rated and answered. */
export async function aRatedOrder(db: Db, { seller, buyer, words, ...given }: RatedDeal) {
  const order = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, state: 'completed', ...given })
  const taps = { asPromised: true, communication: true, useful: null }
  for (const person of [buyer, seller]) {
    await addRating(db, person, { rates: order.id, key: randomUUID(), stars: 4, ...taps, words })
  }
  for (const person of [buyer, seller]) await answerRating(db, person, { orderId: order.id, words })
  return order
}

/** Random, so that several processes can make accounts in one database. */
const phone = () => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`

/** A member of the team who can log in with `makersPassword`, and sets up the codes then. */
export async function aTeamMember(db: Db, role: TeamRole = 'support', name = `Member ${++made}`) {
  const number = Math.random().toString(36).slice(2, 10)
  const email = `${number}@team.puthi.example`
  const { id } = await db
    .insertInto('teamMembers')
    .values({ name, email, role, passwordHash: await hashOnce() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, email, role }
}
