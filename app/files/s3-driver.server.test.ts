import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { startBucket } from '#tests/support/bucket.ts'
import { testFolder } from '#tests/support/folder.ts'

import { s3Driver } from './s3-driver.server.ts'

async function aBucket({ failures = 0 } = {}) {
  const bucket = await startBucket({ failures })
  const source = path.join(testFolder(), 'source')
  writeFileSync(source, 'a picture')
  return { ...bucket, ...s3Driver(bucket.url, bucket.key), source }
}

test('what was put is read with its size, until it is removed', async () => {
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
  await bucket.remove('images/a.jpg') // again: what is not there counts as removed
})

test('a storage that is busy for a moment is asked again', async () => {
  const bucket = await aBucket({ failures: 1 })
  await bucket.put('images/a.webp', bucket.source)
  expect(bucket.asked).toHaveLength(2)
  expect(bucket.objects.get('/shelf/images/a.webp')?.bytes.toString()).toBe('a picture')
})

test('a storage that refuses is an error that names no secret', async () => {
  const bucket = await aBucket()
  const stranger = s3Driver(bucket.url, { id: 'stranger', secret: 'sentinel' })
  await expect(stranger.put('images/a.jpg', bucket.source)).rejects.toThrow(/^The file storage answered 403 to PUT$/)
  await expect(stranger.open('images/a.jpg')).rejects.toThrow('403')
  await expect(stranger.remove('images/a.jpg')).rejects.toThrow('403')
})

test.for(['../other-bucket/a.jpg', 'images/../../a.jpg', 'images/a.jpg?acl'])(
  'the key "%s" is not asked for',
  async (key) => {
    const bucket = await aBucket()
    await expect(bucket.put(key, bucket.source)).rejects.toThrow('Not a key')
    await expect(bucket.open(key)).rejects.toThrow('Not a key')
    await expect(bucket.remove(key)).rejects.toThrow('Not a key')
    expect(bucket.asked).toEqual([])
  },
)
