import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { startBucket } from '#tests/support/bucket.ts'
import { testFolder } from '#tests/support/folder.ts'

import { s3Driver } from './s3-driver.server.ts'

async function aBucket({ failures = 0 } = {}) {
  const bucket = await startBucket({ failures })
  const source = path.join(testFolder(), 'source')
  writeFileSync(source, 'a picture')
  return { ...bucket, ...s3Driver(bucket.url, bucket.key), source }
}

test('a stored file can be opened, with its size, until it is removed', async () => {
  const bucket = await aBucket()
  await bucket.put('images/a.jpg', bucket.source)
  expect([...bucket.objects]).toEqual([
    ['/shelf/images/a.jpg', { bytes: Buffer.from('a picture'), type: 'image/jpeg' }],
  ])

  const found = await bucket.open('images/a.jpg')
  expect(found?.size).toBe(9)
  expect(await text(found!.stream)).toBe('a picture')

  await bucket.remove('images/a.jpg')
  expect(await bucket.open('images/a.jpg')).toBe(null)
  await bucket.remove('images/a.jpg') // again: removing a missing file is no error
})

test('a request that the storage answers 503 is retried', async () => {
  const bucket = await aBucket({ failures: 1 })
  await bucket.put('images/a.webp', bucket.source)
  expect(bucket.asked).toHaveLength(2)
  expect(bucket.objects.get('/shelf/images/a.webp')?.bytes.toString()).toBe('a picture')
})

test('a refused request is an error that names no secret', async () => {
  const bucket = await aBucket()
  const stranger = s3Driver(bucket.url, { id: 'stranger', secret: 'sentinel' })
  await expect(stranger.put('images/a.jpg', bucket.source)).rejects.toThrow(/^The file storage answered 403 to PUT$/)
  await expect(stranger.open('images/a.jpg')).rejects.toThrow('403')
  await expect(stranger.remove('images/a.jpg')).rejects.toThrow('403')
})

test.for(['../other-bucket/a.jpg', 'images/../../a.jpg', 'images/a.jpg?acl'])(
  'the key "%s" is refused without a request',
  async (key) => {
    const bucket = await aBucket()
    await expect(bucket.put(key, bucket.source)).rejects.toThrow('Not a key')
    await expect(bucket.open(key)).rejects.toThrow('Not a key')
    await expect(bucket.remove(key)).rejects.toThrow('Not a key')
    expect(bucket.asked).toEqual([])
  },
)

/** A server with one object that answers range requests as S3 does. */
async function aRangedBucket() {
  const object = 'a picture'
  const server = createServer(({ url, headers }, response) => {
    if (url !== '/shelf/uploads/a.pdf') return response.writeHead(404).end('<Error/>')
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
    const start = first ? Number(first) : Math.max(0, object.length - Number(last))
    const end = first && last ? Math.min(Number(last), object.length - 1) : object.length - 1
    if (start > end) return response.writeHead(416, { 'Content-Range': `bytes */${object.length}` }).end()
    const part = object.slice(start, end + 1)
    const place = `bytes ${start}-${end}/${object.length}`
    return response.writeHead(206, { 'Content-Range': place, 'Content-Length': part.length }).end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return s3Driver(`s3://shelf?endpoint=${endpoint}&region=eu-test`, { id: 'key-id', secret: 'secret' })
}

test.for([
  [{ start: 2, end: 4 }, 'pic', 2, 4],
  [{ start: 2 }, 'picture', 2, 8],
  [{ start: -4 }, 'ture', 5, 8],
  [{ start: 5, end: 99 }, 'ture', 5, 8],
] as const)('the range %j is read, with its position and the size of the file', async ([range, bytes, start, end]) => {
  const bucket = await aRangedBucket()
  const part = await bucket.openPart('uploads/a.pdf', range)
  if (!part || part === 'out of range') throw new Error('no part')
  expect(await text(part.stream)).toBe(bytes)
  expect(part).toMatchObject({ size: 9, start, end })
})

test('a range beyond the file, or of a missing file, is refused', async () => {
  const bucket = await aRangedBucket()
  expect(await bucket.openPart('uploads/a.pdf', { start: 9 })).toBe('out of range')
  expect(await bucket.openPart('uploads/none.pdf', { start: 0 })).toBe(null)
})

test('a storage that answers a range request with the whole file is an error', async () => {
  const bucket = await aBucket()
  await bucket.put('uploads/a.pdf', bucket.source)
  await expect(bucket.openPart('uploads/a.pdf', { start: 2 })).rejects.toThrow('knows no ranges')
})
