import { randomUUID } from 'node:crypto'

import type * as z from 'zod/mini'

import {
  NewStore,
  NewStudent,
  StoreLogin,
  StoreProfile,
  StudentLogin,
  StudentProfile,
} from '#app/accounts/account-rules.ts'
import { NewBookRequest } from '#app/book-requests/book-request-rules.ts'
import { NewComment } from '#app/comments/comment-rules.ts'
import { ContactMessage } from '#app/contact/contact-rules.ts'
import type { FileFolder } from '#app/files/file-rules.ts'
import { orderRules } from '#app/orders/order-rules.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { editRules } from '#app/posts/kinds/edited-post.ts'
import { newPostRules } from '#app/posts/kinds/new-post.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { SavedChange } from '#app/saved/saved-rules.ts'
import { makersPassword } from '#database/makers.ts'

import type { Ground, Person } from './ground.ts'
import { integer, type Random } from './random.ts'

/** What a field holds, by docs/decisions/. Determines what must be read back from the database for a typed value. */
export type FieldKind =
  | 'text'
  | 'choice'
  /** Null if nothing is chosen. */
  | 'optional choice'
  /** If nothing is chosen, the column stays as it was. */
  | 'kept choice'
  | 'isbn'
  | 'price'
  | 'number'
  /** From here on: stored in another form, or not at all. */
  | 'password'
  | 'sealed'
  | 'file'
  /** What happens to the pictures that are there. */
  | 'arrangement'
  | 'idempotency key'
  | 'shown price'
  | 'not kept'

export type Row = Record<string, unknown>

interface Details {
  table: 'students' | 'stores'
  columns: string[]
}

const ofStores: Details = { table: 'stores', columns: ['district', 'address', 'picture'] }

export interface TriedForm {
  name: string
  /** The form's schema; null if the page checks the fields without one. */
  rules: z.ZodMiniType | null
  fields: Record<string, FieldKind>
  /** Valid values for all fields; those that must be unique come from `fresh`. */
  good: (person: Person, fresh: Fresh) => Record<string, string>
  /** Fields that contain the key of a pending file, and its folder. */
  files?: Record<string, FileFolder>
  who: Person['kind'] | 'visitor'
  /** The URL to which a person sends it. */
  place: (person: Person, other: Person) => string
  /** The table that stores it; null if nothing is stored. */
  table: keyof Tables | null
  /** The table of the columns that only students or only stores have; its rows have the account's id. */
  details?: Details
  /** The id of the person's row that the form changes; missing if it inserts one. */
  changes?: (person: Person) => string
  /** Columns that the server must set, such as the owner, whatever the form contains. */
  owned: (person: Person, other: Person) => Row
  /** The other columns of a row, for rows that are inserted without the server. */
  rest: (person: Person, other: Person) => Row
}

/** Values that are unique to a case. */
export interface Fresh {
  phone: string
  email: string
  /** Sixteen bytes, as hexadecimal digits. */
  bytes: string
}

export function freshOf(random: Random): Fresh {
  const bytes = Array.from({ length: 32 }, () => integer(random, 0, 15).toString(16)).join('')
  const phone = `8${String(integer(random, 0, 999_999_999)).padStart(9, '0')}`
  return { phone, email: `someone${phone}@puthi.example`, bytes }
}

const uuidOf = ({ bytes }: Fresh) => bytes.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')

const text = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'text'])) as Record<Name, 'text'>
const choice = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'choice'])) as Record<Name, 'choice'>

const district = { district: 'optional choice' } as const
const isbn = { isbn: 'isbn' } as const

const noOwner = () => ({})
const seller = ({ id }: Person) => ({ sellerId: id })
const author = ({ id }: Person) => ({ authorId: id })
const kinds: PostKind[] = ['book', 'novel', 'note', 'course']

const keyField = { key: 'idempotency key' } as const
const price = { price: 'price', sellingPrice: 'price' } as const
const pictures = { picture1: 'file', picture2: 'file', picture3: 'file' } as const
const pdfs = { pdf1: 'file', pdf2: 'file' } as const
const noteFields = {
  ...keyField,
  ...text('name', 'className', 'collegeName', 'otherCategory', 'description'),
  ...choice('category'),
  ...district,
  ...price,
  ...pdfs,
}

const newPostFields: Record<PostKind, Record<string, FieldKind>> = {
  book: {
    ...keyField,
    ...text('name', 'authorName', 'className'),
    ...choice('stream', 'condition'),
    ...price,
    ...district,
    ...isbn,
    publishYear: 'number',
    ...pictures,
  },
  novel: {
    ...keyField,
    ...text('name', 'authorName', 'category', 'description'),
    ...choice('stream', 'condition'),
    ...price,
    ...district,
    ...isbn,
    publishYear: 'number',
    ...pictures,
  },
  note: noteFields,
  course: { ...noteFields, discount: 'number', coverImage: 'file' },
}

const printed = { name: 'Asamar Buranji', authorName: 'H. C. Verma', stream: 'Science', condition: 'Good(used)' }
const prices = { price: '₹1,250.50', sellingPrice: '900' }
const goodIsbn = '978-0-306-40615-7'
const goodNote = {
  district: 'Jorhat',
  ...{ name: 'Physics notes', className: 'XI', collegeName: 'Cotton College', category: 'Other' },
  ...{ otherCategory: 'Diploma', description: 'All chapters' },
  ...prices,
}
const goodPosts: Record<PostKind, Record<string, string>> = {
  book: { ...printed, ...prices, className: 'XI', publishYear: '2020', isbn: goodIsbn, district: 'Jorhat' },
  novel: {
    ...printed,
    ...prices,
    isbn: goodIsbn,
    district: 'Sribhumi',
    category: 'Fiction',
    description: 'A story',
    publishYear: '2020',
  },
  note: goodNote,
  course: { ...goodNote, discount: '10' },
}

const twoPictures = { picture1: 'images', picture2: 'images' } as const
const twoPdfs = { pdf1: 'uploads', pdf2: 'uploads' } as const
const isPrinted = (kind: PostKind) => kind === 'book' || kind === 'novel'

/** The required columns of a post. */
const postRow = (kind: PostKind, person: Person): Row => ({
  ...{ kind, name: 'A post', pricePaise: 100, ...seller(person) },
  ...(isPrinted(kind)
    ? { stream: 'Arts', condition: 'Good(used)', picture1: 'images/1.jpg', picture2: 'images/2.jpg' }
    : { category: 'HSLC (SEBA)', pdf1: 'uploads/1.pdf', pdf2: 'uploads/2.pdf' }),
  ...(kind === 'novel' ? { authorName: 'A', category: 'B', description: 'C' } : {}),
})

const newPosts = kinds.map((kind): TriedForm => ({
  name: `new ${kind}`,
  rules: newPostRules[kind],
  fields: newPostFields[kind],
  good: (_, fresh) => ({ ...goodPosts[kind], key: uuidOf(fresh) }),
  files: isPrinted(kind) ? twoPictures : twoPdfs,
  who: 'student',
  place: () => (isPrinted(kind) ? `/CreateBooksAndNovels?tab=${kind}s` : `/CreateCourseAndNotes?tab=${kind}s`),
  table: 'posts',
  owned: (person) => ({ kind, ...seller(person) }),
  rest: (person) => postRow(kind, person),
}))

const pictureChoices = {
  shownPictures: 'images/none-1.jpg images/none-2.jpg',
  ...{ picture1Place: '2', picture2Place: '1', picture3Place: '3' },
  ...{ picture1Removed: '', picture2Removed: '', picture3Removed: '' },
}
const editedPictures: Record<string, FieldKind> = {
  ...pictures,
  ...Object.fromEntries(Object.keys(pictureChoices).map((name) => [name, 'arrangement'])),
}

const editedFields = {
  student: (kind: PostKind): Record<string, FieldKind> => ({
    ...text('name', 'description'),
    ...price,
    ...district,
    discount: 'number',
    ...(isPrinted(kind)
      ? {
          ...text('authorName', ...(kind === 'book' ? ['className'] : [])),
          ...{ stream: 'kept choice', condition: 'kept choice', publishYear: 'number' },
          ...isbn,
          ...editedPictures,
        }
      : { ...text('collegeName', 'className', 'otherCategory'), ...choice('category'), ...pdfs }),
    ...(kind === 'course' ? { coverImage: 'file', coverImageRemoved: 'arrangement' } : {}),
  }),
  store: (kind: PostKind): Record<string, FieldKind> => ({
    ...text('name', 'authorName'),
    ...choice('stream', 'condition'),
    ...price,
    ...district,
    ...isbn,
    publishYear: 'number',
    ...editedPictures,
    ...(kind === 'novel' ? text('category', 'description') : text('className')),
  }),
}

const edited = (['student', 'store'] as const).flatMap((who) =>
  kinds
    .filter((kind) => who === 'student' || isPrinted(kind))
    .map((kind): TriedForm => {
      const fields = editedFields[who](kind)
      const good = { ...goodPosts[kind], ...pictureChoices, description: 'A story', discount: '10' }
      return {
        name: `${kind} edited by ${who}`,
        rules: editRules(who, { kind, category: 'HSLC (SEBA)', pricePaise: isPrinted(kind) ? 49_500 : 7_000 }),
        fields,
        good: () => Object.fromEntries(Object.entries(good).filter(([name]) => name in fields)),
        who,
        place: ({ posts }) =>
          `${who === 'student' ? '/AlterBooksAndNovels' : '/AlterPosts'}?tab=${kind}s&edit=${posts[kind]}`,
        table: 'posts',
        changes: ({ posts }) => posts[kind],
        owned: (person) => ({ kind, ...seller(person) }),
        rest: (person) => postRow(kind, person),
      }
    }),
)

const orders = (['book', 'course'] as const).map((kind): TriedForm => {
  const ofKind = kind === 'course' ? text('email') : text('pin', 'address')
  const shownPaise = kind === 'course' ? 7_000 : 49_500
  return {
    name: `order of a ${kind}`,
    rules: orderRules(kind),
    fields: {
      ...text('name', 'phone', 'alternativePhone'),
      ...ofKind,
      ...(kind === 'book' ? { quantity: 'number' as const } : {}),
      key: 'idempotency key',
      shownPaise: 'shown price',
    },
    good: (_, fresh) => ({
      ...{ key: uuidOf(fresh), shownPaise: String(shownPaise), name: 'Rina', phone: '9876543210' },
      ...{ alternativePhone: '9876543211' },
      ...(kind === 'course' ? { email: fresh.email } : { quantity: '2', pin: '781001', address: 'Panbazar' }),
    }),
    who: 'student',
    place: (_, other) => `/?index&tab=${kind}s&buy=${other.posts[kind]}`,
    table: 'orders',
    owned: (person, other) => ({
      ...{ kind, postId: other.posts[kind], pricePaise: shownPaise, originalPricePaise: shownPaise },
      ...{ buyerId: person.id, sellerId: other.id },
    }),
    rest: (person, other) => ({
      ...{ key: randomUUID(), kind, postId: other.posts[kind], itemName: 'A post', originalPricePaise: shownPaise },
      ...{ pricePaise: shownPaise, buyerId: person.id, sellerId: other.id, quantity: 1 },
    }),
  }
})

const logIns = (['student', 'store'] as const).map((kind): TriedForm => ({
  name: `log-in of a ${kind}`,
  rules: kind === 'student' ? StudentLogin : StoreLogin,
  fields: { phone: 'text', password: 'password' },
  good: (_, { phone }) => ({ phone, password: makersPassword }),
  who: 'visitor',
  place: () => (kind === 'student' ? '/login' : '/slogin'),
  table: null,
  owned: noOwner,
  rest: noOwner,
}))

const studentFields = { ...text('name', 'className', 'collegeName', 'phone', 'email'), ...district }

const storeFields = {
  ...text('name', 'district', 'address', 'email', 'phone'),
  password: 'password',
  picture: 'file',
} as const

/** Every form that people can send. input.test.ts compares them with the schemas that the app exports. */
export const triedForms: TriedForm[] = [
  {
    name: 'contact message',
    rules: ContactMessage,
    fields: { ...keyField, ...text('name', 'phone', 'reason') },
    good: (_, fresh) => ({ key: uuidOf(fresh), name: 'Rina', phone: '9876543210', reason: 'A question' }),
    who: 'visitor',
    place: () => '/ContactUs',
    table: 'contactMessages',
    owned: noOwner,
    rest: noOwner,
  },
  {
    name: 'comment',
    rules: NewComment,
    fields: { ...keyField, ...text('comment') },
    good: (_, fresh) => ({ key: uuidOf(fresh), comment: 'Is it still there?' }),
    who: 'student',
    place: (_, { posts }) => `/?index&tab=books&comment=${posts.book}`,
    table: 'comments',
    owned: (person, { posts }) => ({ postId: posts.book, ...author(person) }),
    rest: (person, { posts }) => ({ postId: posts.book, ...author(person) }),
  },
  {
    // Nothing is compared with its row: whether one is added depends on whether the post is saved already.
    name: 'saved post',
    rules: SavedChange,
    fields: { saved: 'not kept', back: 'not kept' },
    good: () => ({ saved: 'on', back: '/?tab=books' }),
    who: 'student',
    place: (_, { posts }) => `/saved/posts/${posts.book}`,
    table: null,
    owned: noOwner,
    rest: noOwner,
  },
  {
    name: 'book request',
    rules: NewBookRequest,
    fields: {
      ...keyField,
      ...text('bookName', 'className', 'phone', 'address', 'pin', 'comment'),
      ...choice('stream', 'condition'),
    },
    good: (_, fresh) => ({
      key: uuidOf(fresh),
      ...{ bookName: 'Burhi Aair Sadhu', className: 'V', stream: 'Arts', condition: 'Used', phone: '9876543210' },
      ...{ address: 'Panbazar', pin: '781001', comment: 'Soon' },
    }),
    who: 'student',
    place: () => '/?index&request',
    table: 'bookRequests',
    owned: ({ id }) => ({ accountId: id }),
    rest: ({ id }) => ({ accountId: id }),
  },
  {
    name: 'sign-up of a student',
    rules: NewStudent,
    fields: {
      ...studentFields,
      ...choice('idType'),
      idNumber: 'sealed',
      password: 'password',
    },
    good: (_, { phone, email }) => ({
      ...{ name: 'Rina', className: 'XI', collegeName: 'Cotton College', district: 'Jorhat', phone, email },
      ...{ password: 'secret1', idType: 'PAN', idNumber: 'ABCDE1234F' },
    }),
    who: 'visitor',
    place: () => '/UserSignUp',
    table: 'accounts',
    details: { table: 'students', columns: ['className', 'collegeName', 'idType', 'sealedIdNumber'] },
    owned: noOwner,
    rest: () => ({ kind: 'student', passwordHash: 'none' }),
  },
  {
    name: 'sign-up of a store',
    rules: NewStore,
    fields: storeFields,
    good: (_, { phone, email }) => ({
      ...{ name: 'Lawyer’s', district: 'Kamrup', address: 'Panbazar', email, phone },
      ...{ password: makersPassword, picture: 'Bookstores/none.jpg' },
    }),
    files: { picture: 'Bookstores' },
    who: 'visitor',
    place: () => '/sSignup',
    table: 'accounts',
    details: ofStores,
    owned: noOwner,
    rest: () => ({ kind: 'store', passwordHash: 'none', picture: '' }),
  },
  {
    name: 'profile of a store',
    rules: StoreProfile,
    fields: storeFields,
    good: ({ phone }, { email }) => ({
      ...{ name: 'Lawyer’s', district: 'Kamrup', address: 'Panbazar', email, phone },
      ...{ password: makersPassword },
    }),
    who: 'store',
    place: () => '/?index',
    table: 'accounts',
    details: ofStores,
    changes: ({ id }) => id,
    owned: noOwner,
    rest: () => ({ kind: 'store', passwordHash: 'none', picture: '' }),
  },
  {
    name: 'profile of a student',
    rules: StudentProfile,
    fields: { ...studentFields, password: 'password' },
    good: ({ phone }, { email }) => ({
      ...{ name: 'Rina', className: 'XI', collegeName: 'Cotton College', district: 'Jorhat', phone, email },
      ...{ password: makersPassword },
    }),
    who: 'student',
    place: () => '/profile',
    table: 'accounts',
    details: { table: 'students', columns: ['className', 'collegeName'] },
    changes: ({ id }) => id,
    owned: noOwner,
    rest: () => ({ kind: 'student', passwordHash: 'none' }),
  },
  {
    name: 'deletion of an account',
    rules: null,
    fields: { password: 'password' },
    good: () => ({ password: 'somebody else’s' }), // wrong on purpose: later cases need the account
    who: 'student',
    place: () => '/account?delete',
    table: 'accounts',
    changes: ({ id }) => id,
    owned: noOwner,
    rest: noOwner,
  },
  ...newPosts,
  ...edited,
  ...orders,
  ...logIns,
]

/** Inserts the rows of pending files, without stored bytes: forms check only the rows. */
export async function withFiles(db: Db, { files = {} }: TriedForm, good: Record<string, string>, { bytes }: Fresh) {
  const waiting = Object.entries(files).map(([field, folder], n) => {
    const isPdf = folder === 'uploads'
    return { field, key: `${folder}/170000000000${n}_${bytes}_a.${isPdf ? 'pdf' : 'jpg'}`, isPdf }
  })
  if (waiting.length === 0) return good
  await db
    .insertInto('files')
    .values(
      waiting.map(({ key, isPdf }) =>
        isPdf
          ? { key, kind: 'pdf' as const, bytes: 1, pageCount: 1 }
          : { key, kind: 'picture' as const, bytes: 1, width: 1, height: 1 },
      ),
    )
    .execute()
  return { ...good, ...Object.fromEntries(waiting.map(({ field, key }) => [field, key])) }
}

/** The sender of this case of the form, and another person to buy from or comment on. */
export function peopleFor({ students, stores, soldByAnother }: Ground, { who }: TriedForm, number: number) {
  const people = who === 'store' ? stores : students
  const person = people[number % people.length]!
  return { person, other: soldByAnother(person) }
}
