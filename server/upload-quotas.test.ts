import { expect, test } from 'vitest'

import { siteMap } from '#app/access/site-map.ts'
import { uploadsPerDay } from '#app/files/file-rules.ts'
import { chargeBuckets } from '#app/limits/limits.server.ts'
import { aBook, aNote } from '#database/makers.ts'
import { limitedSite, type Sent } from '#tests/support/limited-site.ts'
import { pdf } from '#tests/support/pdfs.ts'
import { jpeg } from '#tests/support/pictures.ts'

const { db, student, store, someAddress, send, emptyBuckets, rowsOf } = await limitedSite()
const note = await aNote(db, student)
const picture = new Uint8Array(await jpeg(40, 30))
const document = new Uint8Array(pdf())

const daySeconds = 86_400

/** Uses up this share of a daily upload quota. */
async function fill(what: 'files' | 'bytes', whose: string, share: number) {
  await emptyBuckets()
  expect(await chargeBuckets(db, daySeconds, [{ of: `${what}: uploads ${whose}`, share }])).toBe(0)
}

const pictureTo = (as: Sent['as'], from = someAddress()) =>
  send('/uploads/picture?folder=Bookstores&name=a.jpg', { as, from, body: picture })

test.for(['files', 'bytes'] as const)('beyond the daily quota of %s every upload is refused', async (what) => {
  await fill(what, `of ${student.id}`, 1)
  const from = someAddress()
  const filesBefore = await rowsOf('files')
  for (const path of ['/uploads/picture?folder=images&name=a.jpg', '/uploads/pdf?name=a.pdf']) {
    const answer = await send(path, { as: 'student', from, body: new Uint8Array(1_048_576) })
    expect(answer.status).toBe(429)
    const wait = Number(answer.headers.get('Retry-After'))
    expect(await answer.json()).toEqual({ problem: { waitSeconds: wait } })
  }
  expect(await rowsOf('files')).toBe(filesBefore)
  expect((await pictureTo('store', from)).status).toBe(201) // another account at the same address
})

test('an address has a quota of its own, and visitors have a small one', async () => {
  const from = someAddress()
  await fill('files', `from ${from}`, 1)
  expect((await pictureTo('store', from)).status).toBe(429)
  expect((await pictureTo('store')).status).toBe(201)

  await fill('files', `of visitors from ${from}`, 1 - 1.5 / uploadsPerDay.ofVisitors.files)
  expect((await pictureTo('nobody', from)).status).toBe(201)
  expect((await pictureTo('nobody', from)).status).toBe(429)
  expect((await pictureTo('store', from)).status).toBe(201)
})

interface FileForm {
  as: Sent['as']
  path: string
  files: string[]
  type: 'pdf' | 'picture'
}

const fileForms: Record<string, FileForm> = {
  '/': { as: 'store', path: '/?index', files: ['picture'], type: 'picture' },
  '/sSignup': { as: 'nobody', path: '/sSignup', files: ['picture'], type: 'picture' },
  '/CreateBooksAndNovels': {
    as: 'student',
    path: '/CreateBooksAndNovels',
    files: ['picture1', 'picture2'],
    type: 'picture',
  },
  '/CreatePost': { as: 'store', path: '/CreatePost', files: ['picture1', 'picture2'], type: 'picture' },
  '/CreateCourseAndNotes': { as: 'student', path: '/CreateCourseAndNotes', files: ['pdf1', 'pdf2'], type: 'pdf' },
  '/AlterBooksAndNovels': { as: 'student', path: `/AlterBooksAndNovels?edit=${note.id}`, files: ['pdf1'], type: 'pdf' },
  '/AlterPosts': {
    as: 'store',
    path: `/AlterPosts?edit=${(await aBook(db, store)).id}`,
    files: ['picture1'],
    type: 'picture',
  },
}

test('every form with files charges them to the quota, and shows the refusal beside the field', async () => {
  expect(Object.keys(fileForms).toSorted()).toEqual(
    siteMap.flatMap(({ path, files }) => (files ? [path] : [])).toSorted(),
  )
  for (const [name, { as, path, files, type }] of Object.entries(fileForms)) {
    const from = someAddress()
    const whose = { nobody: `of visitors from ${from}`, student: `of ${student.id}`, store: `of ${store.id}` }[as]
    await fill('files', whose, 1)
    const body = new FormData()
    body.set('name', 'What was typed')
    for (const field of files) {
      const file = type === 'pdf' ? new File([document], 'a.pdf') : new File([picture], 'a.jpg')
      body.set(field, file)
    }
    const before = await rowsOf('files')
    const answer = await send(path, { as, from, body })
    expect([name, answer.status]).toEqual([name, 429])
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    const html = await answer.text()
    expect(
      html.match(/That is more than may be uploaded in a day\. Please try again in \d+ minutes\./g)?.length,
    ).toBeGreaterThanOrEqual(files.length)
    expect(html).toContain('What was typed')
    expect(await rowsOf('files')).toBe(before)
  }
})

test('a form is charged with its actual bytes', async () => {
  const size = 1_048_576
  await fill('bytes', `of ${student.id}`, 1 - (3 * size) / uploadsPerDay.ofPerson.maxBytes)
  const body = () => {
    const form = new FormData()
    form.set('picture1', new File([new Uint8Array(size)], 'a.jpg'))
    form.set('picture2', new File([new Uint8Array(size / 4)], 'b.jpg'))
    return form
  }
  const ask = () => send('/CreateBooksAndNovels', { as: 'student', from: someAddress(), body: body() })
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([400, 400, 429])
})

test('the quotas fit a store that lists 100 books with 5 pictures, at an address where 10 others did', () => {
  const sent = { files: 500, bytes: 500 * 4_000_000 }
  expect(uploadsPerDay.ofPerson.files).toBeGreaterThanOrEqual(sent.files)
  expect(uploadsPerDay.ofPerson.maxBytes).toBeGreaterThanOrEqual(sent.bytes)
  expect(uploadsPerDay.ofAddress.files).toBeGreaterThanOrEqual(10 * sent.files)
  expect(uploadsPerDay.ofAddress.maxBytes).toBeGreaterThanOrEqual(10 * sent.bytes)
})
