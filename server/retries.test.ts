import { afterAll, expect, test } from 'vitest'

import { buyPath, commentsPath } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { bookRequestLimit } from '#app/book-requests/book-request-rules.ts'
import { commentLimit } from '#app/comments/comment-rules.ts'
import { contactLimit } from '#app/contact/contact-rules.ts'
import { previewFolder } from '#app/files/file-rules.ts'
import { chargeBuckets } from '#app/limits/limits.server.ts'
import type { Limit } from '#app/limits/refuse-too-many.server.ts'
import { orderLimit } from '#app/orders/purchase-rules.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { newPostLimit } from '#app/posts/post-rules.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { removeFolder } from '#tests/support/folder.ts'
import { pdf } from '#tests/support/pdfs.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

// A browser that lost the response submits the same form again: it is stored once and gets the same answer.

const { db, url } = await freshDatabase()
const folder = temporaryFolder()
const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', RATE_LIMITS: 'on' })
afterAll(async () => {
  await server.stop()
  await removeFolder(folder)
})

const [student, another, store] = [await aStudent(db), await aStudent(db), await aStore(db)]
const book = await aBook(db, await aStudent(db))
const cookieOf = new Map(
  await Promise.all(
    [student, another, store].map(async (who) => [who.id, `puthi-session=${await startSession(db, who)}`] as const),
  ),
)

const picture = new Uint8Array(await jpeg(40, 30))
const otherPicture = new Uint8Array(await jpeg(90, 70))
const document = new Uint8Array(pdf())
const where = { phone: '9876543210', pin: '781001', address: 'Panbazar' }

interface Form {
  /** The page whose form has the idempotency key; null if JavaScript generates the key. */
  page: string | null
  path: string
  table: keyof Tables
  limit: Limit
  /** Owner of the limit; the student by default. */
  person?: string
  by?: string
  fields: Record<string, string>
  /** Files sent in the form itself, as browsers without JavaScript send them. */
  files?: Record<string, Uint8Array<ArrayBuffer>>
  /** Fields changed before a second submission. */
  changed: Record<string, string>
  done: number
}

const forms: Record<string, Form> = {
  order: {
    page: buyPath(book.id),
    path: buyPath(book.id),
    table: 'orders',
    done: 303,
    limit: orderLimit,
    fields: { ...where, shownPaise: '49500', name: 'Rina', quantity: '1' },
    changed: { quantity: '2' },
  },
  comment: {
    page: commentsPath(book.id),
    path: commentsPath(book.id),
    table: 'comments',
    done: 303,
    limit: commentLimit,
    fields: { comment: 'Is it new?' },
    changed: { comment: 'Is it used?' },
  },
  'comment of a store': {
    page: commentsPath(book.id),
    path: commentsPath(book.id),
    table: 'comments',
    done: 303,
    limit: commentLimit,
    person: store.id,
    by: store.id,
    fields: { comment: 'We buy it' },
    changed: { comment: 'We sell it' },
  },
  'book request': {
    page: '/',
    path: '/?index&request=on',
    table: 'bookRequests',
    done: 303,
    limit: bookRequestLimit,
    fields: { ...where, bookName: 'Rongmili', className: 'XI', stream: 'Arts', condition: 'New' },
    changed: { pin: '781002' },
  },
  'message to the team': {
    page: null,
    path: '/ContactUs',
    table: 'contactMessages',
    done: 200,
    limit: contactLimit,
    person: where.phone,
    fields: { name: 'Rina', phone: where.phone, reason: 'A word' },
    changed: { reason: 'Another word' },
  },
  book: {
    page: '/CreateBooksAndNovels',
    path: '/CreateBooksAndNovels',
    table: 'posts',
    done: 303,
    limit: newPostLimit,
    fields: { name: 'Physics', stream: 'Science', condition: 'Good(used)', price: '495' },
    files: { picture1: picture, picture2: picture },
    changed: { price: '500' },
  },
  'novel of a store': {
    page: '/CreatePost?tab=novels',
    path: '/CreatePost?tab=novels',
    table: 'posts',
    done: 303,
    limit: newPostLimit,
    person: store.id,
    by: store.id,
    fields: {
      name: 'Mrityunjay',
      authorName: 'B. K. Bhattacharya',
      category: 'Fiction',
      description: 'A story',
      stream: 'Arts',
      condition: 'Good(used)',
      price: '495',
      publishYear: '2020',
    },
    files: { picture1: picture, picture2: picture },
    changed: { description: 'Another story' },
  },
  course: {
    page: '/CreateCourseAndNotes?tab=courses',
    path: '/CreateCourseAndNotes?tab=courses',
    table: 'posts',
    limit: newPostLimit,
    done: 303,
    fields: { name: 'Optics', category: 'Other', otherCategory: 'Diploma', price: '70', discount: '10' },
    files: { pdf1: document, pdf2: document },
    changed: { otherCategory: 'Degree' },
  },
}

async function rowsOf(table: keyof Tables) {
  const { n } = await db
    .selectFrom(table)
    .select((is) => is.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Of files that people sent; the server adds previews of their PDFs on its own time. */
async function sentFiles() {
  const { n } = await db
    .selectFrom('files')
    .select((is) => is.fn.countAll<string>().as('n'))
    .where('key', 'not like', `${previewFolder}/%`)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const keyIn = (html: string) => /<input type="hidden" name="key" value="([^"]*)"/.exec(html)?.[1]

async function shownKey({ page, by = student.id }: Form) {
  if (page === null) return crypto.randomUUID()
  const answer = await fetch(server.address + page, { headers: { Cookie: cookieOf.get(by)! } })
  return keyIn(await answer.text()) ?? ''
}

function send({ path, fields, files, by = student.id }: Form, changes: Record<string, string>) {
  const all = Object.entries({ ...fields, ...changes })
  let body: URLSearchParams | FormData = new URLSearchParams(all)
  if (files) {
    body = new FormData()
    for (const [name, value] of all) body.set(name, value)
    for (const [name, bytes] of Object.entries(files)) {
      body.set(name, new File([bytes], name.startsWith('pdf') ? 'a.pdf' : 'a.jpg'))
    }
  }
  const headers = { Accept: 'text/html', Cookie: cookieOf.get(by)! }
  return fetch(server.address + path, { method: 'POST', redirect: 'manual', headers, body })
}

const emptyBuckets = () => db.deleteFrom('limitBuckets' as never).execute()

async function fillLimit({ limit: { of, minutes }, person = student.id }: Form) {
  await emptyBuckets()
  expect(await chargeBuckets(db, minutes * 60, [{ of: `${of} of ${person}`, share: 1 }])).toBe(0)
}

test.for(Object.entries(forms))('%s: a retry is stored once, also beyond the limit', async ([, form]) => {
  await emptyBuckets()
  const key = await shownKey(form)
  const [before, filesBefore] = [await rowsOf(form.table), await sentFiles()]
  expect((await send(form, { key })).status).toBe(form.done)
  const files = await sentFiles()
  expect(files - filesBefore).toBe(Object.keys(form.files ?? {}).length)

  expect((await send(form, { key })).status).toBe(form.done)
  await fillLimit(form)
  expect((await send(form, { key })).status).toBe(form.done)
  expect(await rowsOf(form.table)).toBe(before + 1)
  expect(await sentFiles()).toBe(files) // files of the retries are removed

  expect((await send(form, { key: crypto.randomUUID() })).status).toBe(429)
})

test.for(Object.entries(forms))('%s: two concurrent submissions are stored once', async ([, form]) => {
  await emptyBuckets()
  const key = await shownKey(form)
  const before = await rowsOf(form.table)
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(form, { key })))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => form.done))
  expect(await rowsOf(form.table)).toBe(before + 1)
})

test.for(Object.entries(forms))('%s: other content with the same key is refused in words', async ([name, form]) => {
  await emptyBuckets()
  const key = await shownKey(form)
  expect((await send(form, { key })).status).toBe(form.done)
  const before = await rowsOf(form.table)
  const refused = await send(form, { ...form.changed, key })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toMatch(/already/)
  for (const value of Object.values(form.changed)) expect(html).toContain(value)
  expect(await rowsOf(form.table)).toBe(before)

  if (name === 'order') return // it asks to go back and press Buy again
  const next = form.page === null ? crypto.randomUUID() : keyIn(html)!
  expect(next).not.toBe(key)
  expect((await send(form, { ...form.changed, key: next })).status).toBe(form.done)
  expect(await rowsOf(form.table)).toBe(before + 1)
})

test.for(Object.entries(forms).filter(([, { by }]) => !by))(
  '%s: keys of different people do not collide',
  async ([name, form]) => {
    await emptyBuckets()
    const key = await shownKey(form)
    const before = await rowsOf(form.table)
    expect((await send(form, { key })).status).toBe(form.done)
    const theirs = await send({ ...form, by: another.id }, { ...form.changed, key })
    // The key of an order is unique across accounts: another person's key gets 409, reveals nothing, orders nothing.
    expect([theirs.status, await rowsOf(form.table)]).toEqual(
      name === 'order' ? [409, before + 1] : [form.done, before + 2],
    )
  },
)

test('the same form with another picture is other content', async () => {
  await emptyBuckets()
  const form = forms.book!
  const key = await shownKey(form)
  expect((await send(form, { key })).status).toBe(303)
  const changed = { ...form, files: { picture1: picture, picture2: otherPicture } }
  expect((await send(changed, { key })).status).toBe(409)
})

test('a retried post whose files were uploaded before it gets the first answer', async () => {
  await emptyBuckets()
  const headers = { Cookie: cookieOf.get(student.id)! }
  const upload = async () => {
    const to = `${server.address}/uploads/picture?folder=images&name=a.jpg`
    const answer = await fetch(to, { method: 'POST', headers, body: picture })
    return ((await answer.json()) as { key: string }).key
  }
  const [picture1, picture2] = [await upload(), await upload()]
  const { files: _, ...form } = forms.book!
  const sent = { picture1, picture2, key: await shownKey(form) }
  const before = await rowsOf('posts')
  expect([(await send(form, sent)).status, (await send(form, sent)).status]).toEqual([303, 303])
  expect(await rowsOf('posts')).toBe(before + 1)
  const taken = await db.selectFrom('files').select('droppedAt').where('key', 'in', [picture1, picture2]).execute()
  expect(taken).toEqual([{ droppedAt: null }, { droppedAt: null }])
})

test.for([
  ['order', `/?index&buy=${book.id}`],
  ['comment', `/?index&comment=${book.id}`],
  ['comment', `/posts/${book.id}/book?ask=on`],
] as const)('%s: one from a page of an earlier release, sent to %s, is stored', async ([name, path]) => {
  await emptyBuckets()
  const form = forms[name]!
  const key = crypto.randomUUID()
  const [before, sent] = [await rowsOf(form.table), await send({ ...form, path }, { key })]
  expect([sent.status, sent.headers.get('location')]).toEqual([307, form.path])
  expect((await send(form, { key })).status).toBe(form.done)
  expect(await rowsOf(form.table)).toBe(before + 1)
})

test('the cached page of Contact Us has no key, and a message without one is accepted', async () => {
  await emptyBuckets()
  const html = await (await fetch(`${server.address}/ContactUs`)).text()
  expect(keyIn(html)).toBe('')
  const form = forms['message to the team']!
  const before = await rowsOf('contactMessages')
  expect((await send(form, { key: '' })).status).toBe(200)
  expect((await send(form, {})).status).toBe(200)
  expect(await rowsOf('contactMessages')).toBe(before + 2)
})
