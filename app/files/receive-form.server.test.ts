import { ReadableStream } from 'node:stream/web'

import { beforeEach, expect, test } from 'vitest'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { pdf } from '#tests/support/pdfs.ts'
import { bytesOf, filesIn, jpeg, testStorage, wrongPictures } from '#tests/support/pictures.ts'

import { pdfMaxBytes, pictureMaxBytes } from './file-rules.ts'
import { receiveForm } from './receive-form.server.ts'

const { db } = await freshDatabase()
const picture = await jpeg(80, 60)
beforeEach(async () => void (await db.deleteFrom('files').execute()))

const keysInDatabase = async () => (await db.selectFrom('files').select('key').execute()).map(({ key }) => key)

function formOf(fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const fileOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })

function raw(body: BodyInit | ReadableStream<Uint8Array>, type: string) {
  const init = { method: 'POST', body: body as BodyInit, headers: { 'Content-Type': type }, duplex: 'half' }
  return new Request('http://puthi.example/sSignup', init)
}

async function wireOf(form: FormData) {
  const response = new Response(form)
  return { type: response.headers.get('Content-Type')!, bytes: new Uint8Array(await response.arrayBuffer()) }
}

async function post(form: FormData) {
  const { type, bytes } = await wireOf(form)
  return raw(ReadableStream.from(bytesOf(bytes)), type)
}

function cutAfter(bytes: Uint8Array, length: number) {
  async function* pieces() {
    for (let at = 0; at < length; at += 500) yield bytes.subarray(at, Math.min(at + 500, length))
    throw new Error('aborted')
  }
  return ReadableStream.from(pieces())
}

function receive(request: Request, pictures: Record<string, 'images' | 'Bookstores'> = { picture: 'Bookstores' }) {
  const storage = testStorage()
  return { storage, received: receiveForm(request, { db, storage, pictures }) }
}

/** What receiveForm throws: `data(null, status)`. */
const refusal = (status: number) => ({ data: null, init: { status } })

test('a picture is stored, and the form holds its key in its place', async () => {
  const sent = formOf({ name: 'Bina', picture: fileOf(picture, 'Shöp.JPG'), district: 'Kamrup' })
  const { storage, received } = receive(await post(sent))
  const { form, problems } = await received
  expect(problems).toEqual({})
  expect([...form.keys()]).toEqual(['name', 'picture', 'district'])
  expect(form.get('name')).toBe('Bina')
  expect(form.get('picture')).toMatch(/^Bookstores\/\d+_[0-9a-f]{32}_Shop\.jpg$/)
  expect(await keysInDatabase()).toEqual([form.get('picture')])
  expect(filesIn(storage.folder)).toContain(form.get('picture'))
  expect(filesIn(storage.temporaryFolder)).toEqual([])
})

test('several pictures are stored, each in its folder', async () => {
  const [one, two, three] = [fileOf(picture, 'one.jpg'), fileOf(picture, 'two.jpg'), fileOf(picture, 'three.jpg')]
  const sent = formOf({ picture1: one, picture2: two, cover: three })
  const { received } = receive(await post(sent), { picture1: 'images', picture2: 'images', cover: 'Bookstores' })
  const { form } = await received
  expect(form.get('picture1')).toMatch(/^images\/.*_one\.jpg$/)
  expect(form.get('picture2')).toMatch(/^images\/.*_two\.jpg$/)
  expect(form.get('cover')).toMatch(/^Bookstores\/.*_three\.jpg$/)
  expect(await keysInDatabase()).toHaveLength(3)
})

test('a form without files is read as it is', async () => {
  const { received } = receive(raw('name=Bina&picture=Bookstores%2Fkey.jpg', 'application/x-www-form-urlencoded'))
  const { form, problems } = await received
  expect(Object.fromEntries(form)).toEqual({ name: 'Bina', picture: 'Bookstores/key.jpg' })
  expect(problems).toEqual({})
})

test('the key of a picture that was uploaded before the form is kept', async () => {
  const { form } = await receive(await post(formOf({ picture: 'Bookstores/key.jpg' }))).received
  expect(form.get('picture')).toBe('Bookstores/key.jpg')
})

test('a file input that was left empty is an empty text', async () => {
  // The request body that Chromium and Firefox send for an empty file input.
  const body = [
    '--x\r\nContent-Disposition: form-data; name="picture"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n',
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nBina\r\n--x--\r\n',
  ].join('')
  const { form, problems } = await receive(raw(body, 'multipart/form-data; boundary=x')).received
  expect(Object.fromEntries(form)).toEqual({ picture: '', name: 'Bina' })
  expect(problems).toEqual({})
})

test.for(wrongPictures)('$what is refused, and the rest of the form is read', async ({ name, make, problem }) => {
  const { storage, received } = receive(await post(formOf({ picture: fileOf(await make(), name), name: 'Bina' })))
  const { form, problems } = await received
  expect(problems).toEqual({ picture: problem })
  expect(Object.fromEntries(form)).toEqual({ picture: '', name: 'Bina' })
  expect(filesIn(storage.folder)).toEqual([])
  expect(await keysInDatabase()).toEqual([])
})

test('only the first of several files in one field is stored, and none of an unknown field', async () => {
  const sent = formOf({ other: fileOf(picture, 'other.jpg'), picture: fileOf(picture, 'first.jpg') })
  sent.append('picture', fileOf(picture, 'second.jpg'))
  sent.append('__proto__', fileOf(picture, 'third.jpg'))
  const { form } = await receive(await post(sent)).received
  expect([...form.keys()]).toEqual(['picture'])
  expect(form.get('picture')).toMatch(/_first\.jpg$/)
  expect(await keysInDatabase()).toHaveLength(1)
})

test.for([
  ['within its first picture', 0.3, 0],
  ['after its first picture, within the second', 0.75, 1],
  ['before its last byte', 0.999, 1],
] as const)('a form that is cut off %s leaves nothing', async ([, share, whole]) => {
  const photograph = await jpeg(1500, 1000)
  const { type, bytes } = await wireOf(formOf({ a: fileOf(photograph, 'a.jpg'), b: fileOf(photograph, 'b.jpg') }))
  const storage = testStorage()
  let puts = 0
  const put = (key: string, file: string) => (puts++, storage.put(key, file))

  const request = raw(cutAfter(bytes, Math.floor(bytes.length * share)), type)
  const pictures = { a: 'Bookstores', b: 'images' } as const
  await expect(receiveForm(request, { db, storage: { ...storage, put }, pictures })).rejects.toMatchObject(refusal(400))
  expect(puts).toBe(whole * renditionKeys('images/a.jpg').length)
  expect(filesIn(storage.folder)).toEqual([])
  expect(await keysInDatabase()).toEqual([])
})

const head = '--x\r\nContent-Disposition: form-data; name='

test.for([
  ['a broken part', `${head}\n"a"\r\n\r\nBina\r\n`, 400],
  ['the end of the form', `${head}"a"\r\n\r\nBina\r\n--x--\r\n${head}"b"\r\n\r\nx\r\n`, 400],
  ['too long a part', `${head}"a"\r\n\r\n${'a'.repeat(70_000)}\r\n`, 413],
] as const)('a file that begins after %s does not hang the request', async ([, start, status]) => {
  const body = `${start}${head}"picture"; filename="a.jpg"\r\n\r\nthe start of`
  const { storage, received } = receive(raw(body, 'multipart/form-data; boundary=x'))
  await expect(received).rejects.toMatchObject(refusal(status))
  expect(filesIn(storage.folder)).toEqual([])
  expect(await keysInDatabase()).toEqual([])
})

test('a form that is cut off within a file of an unknown field is refused', async () => {
  const { type, bytes } = await wireOf(formOf({ other: fileOf(Buffer.alloc(200_000, 1), 'a.jpg') }))
  const { received } = receive(raw(cutAfter(bytes, 100_000), type))
  await expect(received).rejects.toMatchObject(refusal(400))
})

test.for([
  [
    'that ends too soon',
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nBi',
    'multipart/form-data; boundary=x',
  ],
  ['without a boundary', 'x', 'multipart/form-data'],
  ['with a broken head', '--x\r\nContent-Disp\0\r\n\r\nx\r\n--x--', 'multipart/form-data; boundary=x'],
  ['that is none', 'hello', 'multipart/form-data; boundary=x'],
] as const)('a form %s is refused', async ([, body, type]) => {
  await expect(receive(raw(body, type)).received).rejects.toMatchObject(refusal(400))
})

const many = <T>(count: number, make: () => T) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, make()]))

test.for([
  ['too many fields', () => formOf(many(51, () => 'x'))],
  ['too many files', () => formOf(many(11, () => fileOf(picture, 'x.jpg')))],
  ['too long a field', () => formOf({ name: 'x'.repeat(70_000) })],
  ['too much in all', () => formOf({ other: fileOf(Buffer.alloc(3 * pictureMaxBytes + 300_000), 'x.jpg') })],
] as const)('a form with %s is refused', async ([, make]) => {
  const form = make()
  form.append('picture', fileOf(picture, 'a.jpg'))
  const { storage, received } = receive(await post(form))
  await expect(received).rejects.toMatchObject(refusal(413))
  expect(filesIn(storage.folder)).toEqual([])
  expect(await keysInDatabase()).toEqual([])
})

test('a storage failure is an error, and files of the form that were stored before it are removed', async () => {
  const storage = testStorage()
  const put = (key: string, file: string) =>
    key.startsWith('images/') ? Promise.reject(new Error('disk full')) : storage.put(key, file)
  const request = await post(formOf({ picture: fileOf(picture, 'a.jpg'), second: fileOf(picture, 'b.jpg') }))
  const pictures = { picture: 'Bookstores', second: 'images' } as const
  await expect(receiveForm(request, { db, storage: { ...storage, put }, pictures })).rejects.toThrow('disk full')
  expect(filesIn(storage.folder)).toEqual([])
  expect(await keysInDatabase()).toEqual([expect.stringMatching(/^images\//)]) // the row stays pending until the sweep
})

test('PDFs are stored beside pictures', async () => {
  const [cover, first, second] = [
    fileOf(picture, 'c.jpg'),
    fileOf(pdf(), 'One.pdf'),
    fileOf(pdf({ pages: 7 }), 'Two.pdf'),
  ]
  const storage = testStorage()
  const sent = await post(formOf({ pdf1: first, name: 'Physics', picture1: cover, pdf2: second }))
  const fields = { pictures: { picture1: 'images' }, pdfs: ['pdf1', 'pdf2'] } as const
  const { form, problems } = await receiveForm(sent, { db, storage, ...fields })
  expect(problems).toEqual({})
  expect([...form.keys()]).toEqual(['pdf1', 'name', 'picture1', 'pdf2'])
  expect(form.get('pdf1')).toMatch(/^uploads\/\d+_[0-9a-f]{32}_One\.pdf$/)
  expect(form.get('picture1')).toMatch(/^images\/.*_c\.jpg$/)
  const pages = db
    .selectFrom('files')
    .select('pageCount')
    .where('key', '=', form.get('pdf2') as string)
  expect(await pages.execute()).toEqual([{ pageCount: 7 }])
  expect(filesIn(storage.temporaryFolder)).toEqual([])
})

test('a PDF in place of a picture and a picture in place of a PDF are refused, each with its own problem', async () => {
  const storage = testStorage()
  const sent = await post(formOf({ picture1: fileOf(pdf(), 'a.jpg'), pdf1: fileOf(picture, 'a.pdf'), pdf2: '' }))
  const fields = { pictures: { picture1: 'images' }, pdfs: ['pdf1', 'pdf2'] } as const
  const { form, problems } = await receiveForm(sent, { db, storage, ...fields })
  expect(problems).toEqual({ picture1: 'not a picture', pdf1: 'not a pdf' })
  expect(Object.fromEntries(form)).toEqual({ picture1: '', pdf1: '', pdf2: '' })
  expect(filesIn(storage.folder)).toEqual([])
  expect(await keysInDatabase()).toEqual([])
})

test('a PDF that is too large is refused, and the rest of the form is read', async () => {
  const storage = testStorage()
  const large = fileOf(pdf({ noise: pdfMaxBytes }), 'large.pdf')
  const sent = await post(formOf({ pdf1: large, pdf2: fileOf(pdf(), 'b.pdf'), name: 'Physics' }))
  const { form, problems } = await receiveForm(sent, { db, storage, pdfs: ['pdf1', 'pdf2'] })
  expect(problems).toEqual({ pdf1: 'pdf too large' })
  expect(form.get('name')).toBe('Physics')
  expect(await keysInDatabase()).toEqual([form.get('pdf2')])
})

test('a form that is cut off within its second PDF leaves nothing of the first', async () => {
  const [a, b] = [fileOf(pdf({ noise: 300_000 }), 'a.pdf'), fileOf(pdf({ noise: 300_000 }), 'b.pdf')]
  const { type, bytes } = await wireOf(formOf({ pdf1: a, pdf2: b }))
  const storage = testStorage()
  const request = raw(cutAfter(bytes, Math.floor(bytes.length * 0.75)), type)
  const receiving = receiveForm(request, { db, storage, pdfs: ['pdf1', 'pdf2'] })
  await expect(receiving).rejects.toMatchObject(refusal(400))
  expect(filesIn(storage.folder)).toEqual([])
  expect(await keysInDatabase()).toEqual([])
})
