import { newId } from '#app/platform/ids.server.ts'
import { hashPassword } from '#app/accounts/password.server.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import type { Insertable } from 'kysely'

/** For what is to look older than it is: its id sorts where that time belongs. */
export function madeAt(time: Date) {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return { id: `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`, createdAt: time }
}

/** One of each thing, complete and unlike the others; what a test or the demo cares about is passed in. */
let made = 0

export const makersPassword = 'puthi@123'

/** Argon2 is slow on purpose; all that is made shares one password, so it is hashed once. */
let passwordHash: Promise<string> | undefined
const hashOnce = () => (passwordHash ??= hashPassword(makersPassword))

type Student = Insertable<Tables['students']>
type Store = Insertable<Tables['stores']>

export async function aStudent(db: Db, given: Partial<Student> = {}) {
  made++
  const student = {
    id: newId(),
    name: `Student ${made}`,
    className: 'HS 2nd Year',
    collegeName: 'Cotton College',
    phone: phone(),
    email: `student${made}@puthi.example`,
    passwordHash: await hashOnce(),
    idType: null,
    sealedIdNumber: null,
    ...given,
  }
  await db.insertInto('students').values(student).execute()
  return { ...student, kind: 'student' as const }
}

export async function aStore(db: Db, given: Partial<Store> = {}) {
  made++
  const store = {
    id: newId(),
    name: `Book Store ${made}`,
    district: 'Kamrup',
    address: 'Panbazar, Guwahati',
    phone: phone(),
    email: `store${made}@puthi.example`,
    passwordHash: await hashOnce(),
    picture: '',
    ...given,
  }
  await db.insertInto('stores').values(store).execute()
  return { ...store, kind: 'store' as const }
}

type Post = Insertable<Tables['posts']>
type Seller = { kind: 'student' | 'store'; id: string }

const of = (seller: Seller) => ({
  studentId: seller.kind === 'student' ? seller.id : null,
  storeId: seller.kind === 'store' ? seller.id : null,
})

export async function aBook(db: Db, seller: Seller, given: Partial<Post> = {}) {
  made++
  const book = {
    id: newId(),
    kind: 'book' as const,
    ...of(seller),
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
    ...of(seller),
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

/** Random, so that several processes can make people in one database. */
const phone = () => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
