import { readFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { CutOffError } from '#app/files/incoming-file.server.ts'
import { freshDatabase } from '#tests/support/database.ts'
import {
  blackPng,
  bytesOf,
  filesIn,
  jpeg,
  png,
  testStorage,
  twoColours,
  wrongPictures,
} from '#tests/support/pictures.ts'

import { renditionKey, renditionKeys } from './picture-url.ts'
import { storePicture } from './store-picture.server.ts'

const { db } = await freshDatabase()

async function store(picture: Buffer, name = 'Cover.jpg') {
  const storage = testStorage()
  const stored = await storePicture(db, storage, { folder: 'images', name, bytes: bytesOf(picture) })
  if ('problem' in stored) throw new Error(stored.problem)
  const row = await db.selectFrom('files').selectAll().where('key', '=', stored.key).executeTakeFirstOrThrow()
  return { storage, key: stored.key, row, file: path.join(storage.folder, stored.key) }
}

/** The colours of the left and right half, or of the upper and lower half. */
async function coloursOf(file: string, ways: 'across' | 'down') {
  const size = ways === 'across' ? { width: 2, height: 1 } : { width: 1, height: 2 }
  const data = await sharp(file)
    .resize({ ...size, fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer()
  return [[...data.subarray(0, 3)], [...data.subarray(3, 6)]].map(([red = 0, , blue = 0]) =>
    red > 200 && blue < 50 ? 'red' : blue > 200 && red < 50 ? 'blue' : 'other',
  )
}

test.for([
  ['JPEG', jpeg],
  ['PNG', png],
] as const)('a %s is stored as JPEG and WebP in all widths, pending until it is taken', async ([, make]) => {
  const { storage, key, row, file } = await store(await make(2000, 1500), 'My Böök (1).JPEG')
  expect(key).toMatch(/^images\/\d{13}_[0-9a-f]{32}_My-Book-1\.jpg$/)
  expect(filesIn(storage.folder)).toEqual(renditionKeys(key).toSorted())
  expect(row).toMatchObject({ kind: 'picture', width: 1024, height: 768, takenAt: null, droppedAt: null })
  const sizes = filesIn(storage.folder).map((name) => readFileSync(path.join(storage.folder, name)).length)
  expect(row.bytes).toBe(sizes.reduce((sum, size) => sum + size))

  expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 768, space: 'srgb' })
  expect(await coloursOf(file, 'across')).toEqual(['red', 'blue'])
  for (const width of [160, 320, 640] as const) {
    const small = path.join(storage.folder, renditionKey(key, width, 'jpg'))
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width })
  }
  for (const width of [null, 160, 320, 640] as const) {
    const webp = readFileSync(path.join(storage.folder, renditionKey(key, width, 'webp')))
    expect(webp.toString('latin1', 0, 4) + webp.toString('latin1', 8, 12)).toBe('RIFFWEBP')
  }
})

test('a picture is never made larger', async () => {
  const { storage, key, row } = await store(await jpeg(200, 300))
  expect(row).toMatchObject({ width: 200, height: 300 })
  const small = path.join(storage.folder, renditionKey(key, 640, 'jpg'))
  expect(await sharp(small).metadata()).toMatchObject({ width: 200, height: 300 })
})

test('a photograph is turned upright and loses its metadata', async () => {
  const photograph = await twoColours(400, 200)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'sentinel-camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '26/1 8/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">sentinel-xmp</x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  expect(photograph.includes('sentinel-camera') && photograph.includes('sentinel-xmp')).toBe(true)

  const { storage, row, file } = await store(photograph)
  expect(row).toMatchObject({ width: 200, height: 400 })
  expect(await coloursOf(file, 'down')).toEqual(['red', 'blue'])
  const { exif, xmp, icc, iptc, orientation } = await sharp(file).metadata()
  expect([exif, xmp, icc, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
  for (const name of filesIn(storage.folder)) {
    const bytes = readFileSync(path.join(storage.folder, name))
    expect(bytes.includes('sentinel') || bytes.includes('Exif') || bytes.includes('ICC_PROFILE')).toBe(false)
  }
})

test('a CMYK picture is converted to sRGB', async () => {
  const cmyk = await twoColours(300, 200).toColourspace('cmyk').jpeg().toBuffer()
  const { file } = await store(cmyk)
  expect(await sharp(file).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
})

test('transparent pixels become white, as JPEG has no transparency', async () => {
  const clear = await sharp({ create: { width: 100, height: 100, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const { file } = await store(clear)
  const [pixel] = await sharp(file).resize(1, 1).raw().toBuffer()
  expect(pixel).toBeGreaterThan(250)
})

test('a picture of exactly 40 megapixels is accepted', async () => {
  const { row } = await store(blackPng(8_000, 5_000))
  expect(row).toMatchObject({ width: 1024, height: 640 })
})

test.for(wrongPictures)('$what is refused and leaves nothing', async ({ name, make, problem }) => {
  const storage = testStorage()
  const before = await db.selectFrom('files').select('key').execute()
  const sent = { folder: 'images', name, bytes: bytesOf(await make()) } as const
  expect(await storePicture(db, storage, sent)).toEqual({ problem })
  expect(filesIn(storage.folder)).toEqual([])
  expect(await db.selectFrom('files').select('key').execute()).toEqual(before)
})

test('a picture without a usable name gets one, and a long one is cut', async () => {
  const picture = await jpeg(20, 20)
  expect((await store(picture, 'পুথি.png')).key).toMatch(/_picture\.jpg$/)
  expect((await store(picture, '../../etc/passwd')).key).toMatch(/^images\/[^/]+_etc-passwd\.jpg$/)
  expect((await store(picture, `${'a'.repeat(300)}.png`)).key).toMatch(/_a{40}\.jpg$/)
})

test('reading an endless body stops after 10 MB', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1_048_576
      yield Buffer.alloc(1_048_576)
    }
  }
  const storage = testStorage()
  const sent = { folder: 'images', name: 'a.jpg', bytes: endless() } as const
  expect(await storePicture(db, storage, sent)).toEqual({ problem: 'too large' })
  expect(read).toBe(11 * 1_048_576)
  expect(filesIn(storage.folder)).toEqual([])
})

test('a picture that is cut off on its way leaves nothing', async () => {
  const picture = await jpeg()
  async function* cutOff() {
    yield picture.subarray(0, 1_000)
    throw new Error('aborted')
  }
  const storage = testStorage()
  const sent = { folder: 'images', name: 'cut-off.jpg', bytes: cutOff() } as const
  await expect(storePicture(db, storage, sent)).rejects.toThrow(CutOffError)
  expect(filesIn(storage.folder)).toEqual([])
  expect(await db.selectFrom('files').select('key').where('key', 'like', '%cut-off%').execute()).toEqual([])
})

test('the row is written before the bytes, so that the sweep can clean up after a storage failure', async () => {
  const storage = testStorage()
  const failing = { ...storage, put: () => Promise.reject(new Error('disk full')) }
  const sent = { folder: 'images', name: 'disk-full.jpg', bytes: bytesOf(await jpeg()) } as const
  await expect(storePicture(db, failing, sent)).rejects.toThrow('disk full')
  expect(await db.selectFrom('files').select('takenAt').where('key', 'like', '%disk-full%').execute()).toEqual([
    { takenAt: null },
  ])
  expect(filesIn(storage.folder)).toEqual([])
})
