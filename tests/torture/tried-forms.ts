import { randomUUID } from 'node:crypto'

import { buyPath, commentsPath } from '#app/access/paths.ts'
import { NewBookRequest, RequestChange } from '#app/book-requests/book-request-rules.ts'
import { DeletedComment, NewAnswer, NewComment } from '#app/comments/comment-rules.ts'
import { ContactMessage } from '#app/contact/contact-rules.ts'
import { NewRating, RatingAnswer, RatingReport } from '#app/ratings/rating-form-rules.ts'
import { AnyDeed, deedRules } from '#app/orders/deed-rules.ts'
import { orderRules } from '#app/orders/purchase-rules.ts'
import type { Db } from '#app/platform/db.server.ts'
import { SavedChange } from '#app/saved/saved-rules.ts'
import { SavedSearchChange } from '#app/saved-searches/saved-search-rules.ts'

import type { Ground, Person } from './ground.ts'
import { accountForms } from './tried-account-forms.ts'
import { choice, type Fresh, keyField, noOwner, text, type TriedForm, uuidOf } from './tried-form.ts'
import { postForms } from './tried-post-forms.ts'
import { teamForms } from './tried-team-forms.ts'

const author = ({ id }: Person) => ({ authorId: id })

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
      key: uuidOf(fresh),
      shownPaise: String(shownPaise),
      name: 'Rina',
      phone: '9876543210',
      alternativePhone: '9876543211',
      ...(kind === 'course' ? { email: fresh.email } : { quantity: '2', pin: '781001', address: 'Panbazar' }),
    }),
    who: 'student',
    place: (_, other) => buyPath(other.posts[kind]),
    table: 'orders',
    owned: (person, other) => ({
      kind,
      postId: other.posts[kind],
      pricePaise: shownPaise,
      originalPricePaise: shownPaise,
      buyerId: person.id,
      sellerId: other.id,
    }),
    rest: (person, other) => ({
      key: randomUUID(),
      kind,
      postId: other.posts[kind],
      itemName: 'A post',
      originalPricePaise: shownPaise,
      pricePaise: shownPaise,
      buyerId: person.id,
      sellerId: other.id,
      quantity: 1,
      deal: 'copy',
    }),
  }
})

interface OfNoOrder extends Pick<TriedForm, 'name' | 'rules'> {
  good: Record<string, string>
  place: string
}

/** A form about an order that does not exist: nothing of it is kept. */
const ofNoOrder = ({ name, rules, good, place }: OfNoOrder): TriedForm => ({
  name: `${name} of an order`,
  rules,
  fields: Object.fromEntries(Object.keys(good).map((field) => [field, 'not kept'])),
  good: () => good,
  who: 'student',
  place: () => place,
  table: null,
  owned: noOwner,
  rest: noOwner,
})

/** Steps of orders that do not exist: what is said with them. */
const steps = (
  [
    ['step', 'mark as sent', AnyDeed, {}],
    ['hand-over code', 'hand over', deedRules('hand over'), { code: '482913' }],
    ['payment', 'say paid', deedRules('say paid'), { detail: '4821' }],
    ['cancellation', 'cancel', deedRules('cancel'), { reason: 'price', detail: 'Too dear' }],
    ['problem', 'report problem', deedRules('report problem'), { detail: 'Pages are missing' }],
  ] as const
).map(([name, deed, rules, said]): TriedForm => {
  const good = { order: '01890a5d-ac96-774b-bcce-b302099a8057', deed, key: randomUUID(), ...said }
  return ofNoOrder({ name, rules, good, place: deed === 'hand over' ? '/userOrders' : '/purchases' })
})

/** Ratings of orders that do not exist, and what is said to them. */
const ratings = (
  [
    ['rating', NewRating, 'rates', { stars: '4', asPromised: 'yes', communication: 'no', useful: '', words: 'Torn' }],
    ['answer to the rating', RatingAnswer, 'answers', { words: 'It was not torn.' }],
    ['report of the rating', RatingReport, 'reports', { words: 'Not about me' }],
  ] as const
).map(([name, rules, order, said]): TriedForm => {
  const key = order === 'rates' && { key: randomUUID() }
  const good = { [order]: '01890a5d-ac96-774b-bcce-b302099a8057', ...key, ...said }
  return ofNoOrder({ name, rules, good, place: order === 'rates' ? '/purchases' : '/userOrders' })
})

/** Every form that people can send. input.test.ts compares them with the schemas that the app exports and with the maps of its pages. */
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
    place: (_, { posts }) => commentsPath(posts.book),
    table: 'comments',
    owned: (person, { posts }) => ({ postId: posts.book, ...author(person) }),
    rest: (person, { posts }) => ({ postId: posts.book, ...author(person) }),
  },
  {
    name: 'answer to a comment',
    rules: NewAnswer,
    fields: { ...keyField, ...text('comment'), answerTo: 'not kept' },
    good: (_, fresh) => ({ key: uuidOf(fresh), comment: 'It is.', answerTo: uuidOf(fresh) }), // of none
    who: 'student',
    place: ({ posts }) => commentsPath(posts.book),
    table: null,
    owned: noOwner,
    rest: noOwner,
  },
  {
    name: 'deletion of a comment',
    rules: DeletedComment,
    fields: { delete: 'not kept' },
    good: (_, fresh) => ({ delete: uuidOf(fresh) }), // of none
    who: 'store',
    place: ({ posts }) => commentsPath(posts.book),
    table: null,
    owned: noOwner,
    rest: noOwner,
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
    // As above.
    name: 'saved search',
    rules: SavedSearchChange,
    fields: { search: 'not kept', tell: 'not kept', back: 'not kept' },
    good: () => ({ search: 'q=physics&kind=book', tell: 'on', back: '/search?q=physics' }),
    who: 'store',
    place: () => '/saved-searches',
    table: null,
    owned: noOwner,
    rest: noOwner,
  },
  {
    name: 'change of a request',
    rules: RequestChange,
    fields: { change: 'not kept' },
    good: () => ({ change: 'not needed' }),
    who: 'student',
    place: () => '/my-requests?request=01890a5d-ac96-774b-bcce-b302099a8057', // of none
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
      bookName: 'Burhi Aair Sadhu',
      className: 'V',
      stream: 'Arts',
      condition: 'Used',
      phone: '9876543210',
      address: 'Panbazar',
      pin: '781001',
      comment: 'Soon',
    }),
    who: 'student',
    place: () => '/?index&request',
    table: 'bookRequests',
    owned: ({ id }) => ({ accountId: id }),
    rest: ({ id }) => ({ accountId: id }),
  },
  ...accountForms,
  ...postForms,
  ...teamForms,
  ...orders,
  ...steps,
  ...ratings,
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
