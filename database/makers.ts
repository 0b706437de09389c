import type { Insertable } from 'kysely'

import type { AccountKind } from '#app/access/role-rules.ts'
import { districtNamed } from '#app/accounts/districts.ts'
import { hashPassword } from '#app/accounts/password.server.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

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
  const { district = 'Kamrup', address, picture, ...ofAccount } = given
  const account = await addAccount(db, 'store', `Book Store ${made + 1}`, {
    ...ofAccount,
    district: districtNamed(district),
  })
  const store = {
    district,
    address: address ?? 'Panbazar, Guwahati',
    picture: picture ?? '',
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

type Post = Insertable<Tables['posts']>
type Seller = { id: string }

export async function aBook(db: Db, seller: Seller, given: Partial<Post> = {}) {
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
    ...given,
  }
  await db.insertInto('posts').values(book).execute()
  return book
}

export async function aNovel(db: Db, seller: Seller, given: Partial<Post> = {}) {
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

/** Random, so that several processes can make accounts in one database. */
const phone = () => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
