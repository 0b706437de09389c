import { expect, test } from 'vitest'

import { buyPath, commentsPath } from '#app/access/paths.ts'
import { phoneChangeLimit, profileLimit, signUpLimit } from '#app/accounts/account-rules.ts'
import { bookRequestLimit } from '#app/book-requests/book-request-rules.ts'
import { commentLimit } from '#app/comments/comment-rules.ts'
import { contactLimit } from '#app/contact/contact-rules.ts'
import { chargeBuckets } from '#app/limits/limits.server.ts'
import type { Limit } from '#app/limits/refuse-too-many.server.ts'
import { orderLimit } from '#app/orders/purchase-rules.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { newPostLimit, postChangeLimit } from '#app/posts/post-rules.ts'
import { savingLimit } from '#app/saved/saved-rules.ts'
import { aBook, aNote, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { limitedSite, type Sent } from '#tests/support/limited-site.ts'
import { jpeg } from '#tests/support/pictures.ts'

const { db, student, store, someAddress, send, emptyBuckets, rowsOf } = await limitedSite()
const book = await aBook(db, await aStudent(db))
const note = await aNote(db, student)
const picture = new Uint8Array(await jpeg(40, 30))

interface Form {
  limit: Limit
  as: Sent['as']
  /** Key of the per-person limit: an account id or a phone number. */
  person: string
  path: string
  table: keyof Tables
  fields: () => Record<string, string>
}

const where = { phone: '9876543210', pin: '781001', address: 'Panbazar' }
const account = { name: 'Rina Das', phone: '9000000001', email: 'rina@puthi.example', password: 'secret@1' }

const forms: Record<string, Form> = {
  order: {
    limit: orderLimit,
    as: 'student',
    person: student.id,
    path: buyPath(book.id),
    table: 'orders',
    fields: () => ({ ...where, key: crypto.randomUUID(), shownPaise: '49500', name: 'Rina Das', quantity: '1' }),
  },
  comment: {
    limit: commentLimit,
    as: 'student',
    person: student.id,
    path: commentsPath(book.id),
    table: 'comments',
    fields: () => ({ comment: 'Rina Das asks' }),
  },
  'book request': {
    limit: bookRequestLimit,
    as: 'student',
    person: student.id,
    path: '/?index&request=on',
    table: 'bookRequests',
    fields: () => ({ ...where, bookName: 'Rina Das', className: 'XI', stream: 'Arts', condition: 'New' }),
  },
  'message to the team': {
    limit: contactLimit,
    as: 'nobody',
    person: where.phone,
    path: '/ContactUs',
    table: 'contactMessages',
    fields: () => ({ name: 'Rina Das', phone: where.phone, reason: 'A word' }),
  },
  'sign-up of a student': {
    limit: signUpLimit,
    as: 'nobody',
    person: account.phone,
    path: '/UserSignUp',
    table: 'students',
    fields: () => ({ ...account, className: 'XI', collegeName: 'Cotton' }),
  },
  'sign-up of a store': {
    limit: signUpLimit,
    as: 'nobody',
    person: account.phone,
    path: '/sSignup',
    table: 'stores',
    fields: () => ({ ...account, district: 'Kamrup', address: 'Panbazar', picture: 'Bookstores/none.jpg' }),
  },
}

/** Uses up a limit of a person or address, except for `room` more actions. */
async function leave(room: number, { of, minutes, ...limit }: Limit, whose: { person: string } | { from: string }) {
  const [key, max] =
    'person' in whose ? [`of ${whose.person}`, limit.perPerson] : [`from ${whose.from}`, limit.perAddress]
  await emptyBuckets()
  expect(await chargeBuckets(db, minutes * 60, [{ of: `${of} ${key}`, share: (max - room) / max }])).toBe(0)
}

test.for(Object.entries(forms))('%s: beyond the limit it is refused, keeping everything typed', async ([, form]) => {
  const { limit, as, person, path, table, fields } = form
  const ask = (from = someAddress()) => send(path, { as, from, body: new URLSearchParams(fields()) })

  await leave(1, limit, { person })
  expect((await ask()).status).not.toBe(429)
  const before = await rowsOf(table)
  const refused = await ask()
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual((limit.minutes * 60) / limit.perPerson)
  const html = await refused.text()
  expect(html).toContain(`Too many ${limit.of} in a short time. Please try again in `)
  expect(html).toContain('Rina Das')
  expect(await rowsOf(table)).toBe(before)

  const from = someAddress()
  await leave(0, limit, { from })
  expect((await ask(from)).status).toBe(429)
  expect((await ask()).status).not.toBe(429) // another address may still do it
})

const profile = (given: Record<string, string> = {}) => ({
  name: 'Rina Das',
  district: 'Kamrup',
  address: 'Panbazar',
  email: 'a@puthi.example',
  phone: store.phone,
  ...given,
})

const studentProfile = (given: Record<string, string> = {}) => ({
  name: 'Rina Das',
  className: 'XI',
  collegeName: 'Cotton',
  email: 'a@puthi.example',
  phone: student.phone,
  ...given,
})

interface Change {
  limit: Limit
  as: Sent['as']
  person: string
  path: () => Promise<string> | string
  fields: Record<string, string>
}

const changes: Record<string, Change> = {
  'an edit of a student': {
    limit: postChangeLimit,
    as: 'student',
    person: student.id,
    path: () => `/AlterBooksAndNovels?edit=${note.id}`,
    fields: { name: 'Rina Das', category: 'HSLC (SEBA)' },
  },
  'an edit of a store': {
    limit: postChangeLimit,
    as: 'store',
    person: store.id,
    path: async () => `/AlterPosts?edit=${(await aBook(db, store)).id}`,
    fields: { name: 'Rina Das', authorName: 'B. Das', stream: 'Arts', condition: 'Good(used)', price: '250' },
  },
  'a deletion': {
    limit: postChangeLimit,
    as: 'student',
    person: student.id,
    fields: {},
    path: async () => `/AlterBooksAndNovels?delete=${(await aBook(db, student)).id}`,
  },
  "a student's profile": {
    limit: profileLimit,
    as: 'student',
    person: student.id,
    path: () => '/profile',
    fields: studentProfile(),
  },
  "a store's profile": {
    limit: profileLimit,
    as: 'store',
    person: store.id,
    path: () => '/?index',
    fields: profile(),
  },
}

test.for(Object.entries(changes))('%s: beyond the limit it is refused, and nothing changes', async ([, change]) => {
  const { limit, as, person, path, fields } = change
  const ask = async (from = someAddress()) => send(await path(), { as, from, body: new URLSearchParams(fields) })
  await leave(1, limit, { person })
  expect((await ask()).status).toBe(303)
  const asked = await path()
  const posts = () => db.selectFrom('posts').select(['id', 'name']).orderBy('id').execute()
  const before = await posts()
  const refused = await send(asked, { as, from: someAddress(), body: new URLSearchParams(fields) })
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain(`Too many ${limit.of} in a short time. Please try again in `)
  expect(await posts()).toEqual(before)

  const from = someAddress()
  await leave(0, limit, { from })
  expect((await ask(from)).status).toBe(429)
  expect((await ask()).status).toBe(303) // another address may still do it
})

test('saving beyond the limit is refused, removing and what is saved already are not charged', async () => {
  const other = await aBook(db, await aStudent(db))
  const change = (id: string, saved: 'on' | 'off', accept = 'application/json') =>
    send(`/saved/posts/${id}`, { as: 'student', from: someAddress(), body: new URLSearchParams({ saved }), accept })
  await leave(1, savingLimit, { person: student.id })
  const statuses = []
  for (const saved of ['on', 'on', 'off', 'off'] as const) statuses.push((await change(book.id, saved)).status)
  expect(statuses).toEqual([204, 204, 204, 204])
  const refused = await change(other.id, 'on')
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(await refused.json()).toEqual({ text: expect.stringMatching(/^Too many saved posts in a short time\. /) })
  const plain = await change(other.id, 'on', 'text/html')
  expect([plain.status, plain.headers.get('Location')]).toEqual([303, '/saved?refused=often'])
  expect(await rowsOf('savedPosts')).toBe(0)
})

test('new posts are charged to their limit only if they are valid', async () => {
  const upload = async () => {
    const place = '/uploads/picture?folder=images&name=a.jpg'
    const answer = await send(place, { as: 'student', from: someAddress(), body: picture })
    return ((await answer.json()) as { key: string }).key
  }
  const fields = async () => ({
    name: 'Rina Das',
    stream: 'Arts',
    condition: 'Good(used)',
    price: '250',
    picture1: await upload(),
    picture2: await upload(),
  })
  const ask = (body: Record<string, string>, from = someAddress()) =>
    send('/CreateBooksAndNovels', { as: 'student', from, body: new URLSearchParams(body) })
  await leave(1, newPostLimit, { person: student.id })
  expect((await ask({ name: 'Rina Das' })).status).toBe(400)
  expect((await ask(await fields())).status).toBe(303)
  const refused = await ask(await fields())
  expect(refused.status).toBe(429)
  const html = await refused.text()
  expect(html).toContain('Too many new posts in a short time.')
  expect(html).toContain('Rina Das')
  const from = someAddress()
  await leave(0, newPostLimit, { from })
  expect((await ask(await fields(), from)).status).toBe(429)
})

test.for([
  { as: 'store', path: '/?index', fields: profile, another: aStore },
  { as: 'student', path: '/profile', fields: studentProfile, another: aStudent },
] as const)('a $as can test only a few phone numbers per day for being taken, even with the password', async (who) => {
  await emptyBuckets()
  const taken = await who.another(db)
  const change = (phone: string, from = someAddress()) => {
    const body = new URLSearchParams(who.fields({ phone, password: makersPassword }))
    return send(who.path, { as: who.as, from, body })
  }
  const statuses: number[] = []
  for (let n = 0; n <= phoneChangeLimit.perPerson; n++) statuses.push((await change(taken.phone)).status)
  expect(statuses).toEqual([...Array.from({ length: phoneChangeLimit.perPerson }, () => 409), 429])
  expect((await change('9111111111')).status).toBe(429)

  const from = someAddress()
  await leave(0, phoneChangeLimit, { from })
  expect((await change(taken.phone, from)).status).toBe(429)
  expect((await change(taken.phone)).status).toBe(409)
})

test('an invalid sign-up of a store does not reveal whether the phone is taken', async () => {
  await emptyBuckets()
  const signUp = async (phone: string, key: string) => {
    const body = new URLSearchParams({ ...profile({ phone }), password: 'secret@1', picture: key })
    const answer = await send('/sSignup', { as: 'nobody', from: someAddress(), body })
    return { status: answer.status, html: (await answer.text()).replaceAll(phone, 'PHONE') }
  }
  const before = await rowsOf('stores')
  const [taken, free] = [
    await signUp(store.phone, 'Bookstores/none.jpg'),
    await signUp('9111111112', 'Bookstores/none.jpg'),
  ]
  expect(taken.status).toBe(400)
  expect(free.status).toBe(taken.status)
  expect(taken.html).not.toContain('already registered')
  const waiting = await send('/uploads/picture?folder=Bookstores&name=a.jpg', {
    as: 'nobody',
    from: someAddress(),
    body: picture,
  })
  const { key } = (await waiting.json()) as { key: string }
  expect((await signUp(store.phone, key)).status).toBe(409)
  expect(await rowsOf('stores')).toBe(before)
  // The refused sign-up left the picture pending, for another try. A retry of the successful sign-up gets 409 (phone
  // taken); another phone gets 400, because the picture is no longer pending.
  expect((await signUp('9111111112', key)).status).toBe(303)
  expect((await signUp('9111111112', key)).status).toBe(409)
  expect((await signUp('9111111113', key)).status).toBe(400)
})

test('an invalid form is not charged', async () => {
  await leave(1, contactLimit, { person: where.phone })
  const wrong = new URLSearchParams({ phone: where.phone, name: 'Rina Das' })
  const right = new URLSearchParams(forms['message to the team']!.fields())
  const from = someAddress()
  for (let time = 0; time < 3; time++) {
    expect((await send('/ContactUs', { as: 'nobody', from, body: wrong })).status).toBe(400)
  }
  expect((await send('/ContactUs', { as: 'nobody', from, body: right })).status).toBe(200)
})
