import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { testStorage } from '#tests/support/pictures.ts'

import { servePdf } from './serve-pdf.server.ts'

const content = '%PDF-1.7 0123456789 %%EOF'
const key = 'uploads/1_a_Notes.pdf'

async function aServed() {
  const storage = testStorage()
  const source = path.join(storage.folder, 'source')
  writeFileSync(source, content)
  await storage.put(key, source)
  return (headers: Record<string, string> = {}, { method = 'GET', of = key, fileName = 'Notes.pdf' } = {}) => {
    const request = new Request('http://puthi.example/preview', { method, headers })
    return servePdf(request, storage, of, { fileName, disposition: 'inline' })
  }
}

test('a PDF is served inline, not cached by proxies, and may run nothing', async () => {
  const serve = await aServed()
  const answer = await serve()
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(content)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(content.length),
    'content-disposition': `inline; filename="Notes.pdf"; filename*=UTF-8''Notes.pdf`,
    'cache-control': 'private, max-age=0, must-revalidate',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  })
  expect(answer.headers.get('ETag')).toMatch(/^"[\w-]{22}"$/)
})

test.for([
  ['bytes=0-8', 0, 8],
  ['bytes=9-', 9, 24],
  ['bytes=-5', 20, 24],
  ['bytes=-500', 0, 24],
  ['bytes=20-9999', 20, 24],
  ['bytes=24-24', 24, 24],
] as const)('the range "%s" is answered with that part', async ([Range, start, end]) => {
  const serve = await aServed()
  const answer = await serve({ Range })
  expect(answer.status).toBe(206)
  expect(await answer.text()).toBe(content.slice(start, end + 1))
  expect(answer.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/25`)
  expect(answer.headers.get('Content-Length')).toBe(String(end - start + 1))
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test.for(['bytes=25-', 'bytes=100-200'])('the range "%s" beyond the file is answered 416', async (Range) => {
  const serve = await aServed()
  const answer = await serve({ Range })
  expect(answer.status).toBe(416)
  expect(answer.headers.get('Content-Range')).toBe('bytes */25')
})

test.for(['bytes=5-2', 'bytes=0-1,4-5', 'bytes=a-b', 'bytes=-', 'bytes=-0', 'lines=1-2', `bytes=${'9'.repeat(30)}-`])(
  'the range "%s" is invalid and answered with the whole file',
  async (Range) => {
    const serve = await aServed()
    const answer = await serve({ Range })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(content)
  },
)

test('a range request whose If-Range names another version gets the whole file', async () => {
  const serve = await aServed()
  const etag = (await serve({}, { method: 'HEAD' })).headers.get('ETag')!
  const same = await serve({ Range: 'bytes=0-3', 'If-Range': etag })
  expect([same.status, await same.text()]).toEqual([206, '%PDF'])
  const changed = await serve({ Range: 'bytes=0-3', 'If-Range': '"another"' })
  expect([changed.status, await changed.text()]).toEqual([200, content])
  const byDate = await serve({ Range: 'bytes=0-3', 'If-Range': new Date().toUTCString() })
  expect([byDate.status, await byDate.text()]).toEqual([200, content])
})

test('a matching ETag is answered 304, and HEAD has no body', async () => {
  const serve = await aServed()
  const head = await serve({ Range: 'bytes=0-3' }, { method: 'HEAD' })
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '25', ''])
  const known = await serve({ 'If-None-Match': head.headers.get('ETag')! })
  expect([known.status, await known.text()]).toEqual([304, ''])
})

test('a missing file is answered 404, with or without a range', async () => {
  const serve = await aServed()
  expect((await serve({}, { of: 'uploads/none.pdf' })).status).toBe(404)
  expect((await serve({ Range: 'bytes=0-3' }, { of: 'uploads/none.pdf' })).status).toBe(404)
})

test.for([
  ['Physics', `filename="Physics.pdf"; filename*=UTF-8''Physics.pdf`],
  ['পুথি.pdf', `filename="____.pdf"; filename*=UTF-8''%E0%A6%AA%E0%A7%81%E0%A6%A5%E0%A6%BF.pdf`],
  ['a"b\r\nX-Evil: 1.pdf', `filename="a_b__X-Evil: 1.pdf"; filename*=UTF-8''a%22b%0D%0AX-Evil%3A%201.pdf`],
  ["it's (1).PDF", `filename="it's (1).PDF"; filename*=UTF-8''it%27s%20%281%29.PDF`],
] as const)('the file name %j cannot break out of its header', async ([fileName, parts]) => {
  const serve = await aServed()
  const answer = await serve({}, { fileName })
  expect(answer.headers.get('Content-Disposition')).toBe(`inline; ${parts}`)
  await answer.text()
})
