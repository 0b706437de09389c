import { writeFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { testFolder } from '#tests/support/folder.ts'
import { twoColours } from '#tests/support/pictures.ts'
import { hostileText } from '#tests/torture/hostile-texts.ts'
import { randomOf } from '#tests/torture/random.ts'

import { drawSharePicture, drawSitePicture } from './draw-share-picture.server.ts'
import type { DrawnPost } from './share-version.server.ts'

const book: DrawnPost = {
  kind: 'book',
  name: 'Concepts of Physics',
  district: 'Jorhat',
  picture: null,
  pricePaise: 49_500,
  sellingPricePaise: 26_000,
  discount: null,
}

/** From a file: `sharp.server.ts` disables decoding from memory. */
async function decode(jpeg: Buffer) {
  const file = path.join(testFolder(), 'share.jpg')
  writeFileSync(file, jpeg)
  const { width, height, format } = await sharp(file).metadata()
  const pixels = await sharp(file).raw().toBuffer()
  const colourAt = (x: number, y: number) => [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
  return { width, height, format, colourAt }
}

const isDark = (colour: number[]) => colour.every((part) => part < 120)

test('a share picture has the cover on the left, and is a small JPEG of 1200 by 630', async () => {
  const cover = path.join(testFolder(), 'cover.jpg')
  await twoColours(600, 800).jpeg().toFile(cover)
  const jpeg = await drawSharePicture(book, 'Puthi', cover)
  const { width, height, format, colourAt } = await decode(jpeg)
  expect({ width, height, format }).toEqual({ width: 1_200, height: 630, format: 'jpeg' })
  expect(jpeg.length).toBeLessThan(32_000)
  const [red, , blue] = colourAt(130, 300)
  expect(red).toBeGreaterThan(200)
  expect(blue).toBeLessThan(60)
  expect(colourAt(330, 300)[2]).toBeGreaterThan(200)
})

test('name, price and place are drawn, and change the picture', async () => {
  const drawn = await drawSharePicture(book, 'Puthi', null)
  const changes = [{ name: 'অসমীয়া ব্যাকৰণ' }, { sellingPricePaise: 26_050 }, { district: 'Nagaon' }, { district: null }]
  for (const change of changes) expect(await drawSharePicture({ ...book, ...change }, 'Puthi', null)).not.toEqual(drawn)
  expect(await drawSharePicture(book, 'Pothighar', null)).not.toEqual(drawn)
  expect(await drawSharePicture({ ...book }, 'Puthi', null)).toEqual(drawn)
})

test.for(['book', 'novel', 'note', 'course'] as const)('a %s without a picture gets a drawn cover', async (kind) => {
  const { colourAt } = await decode(await drawSharePicture({ ...book, kind }, 'Puthi', null))
  const columns = Array.from({ length: 340 }, (_, n) => 50 + n)
  const rows = Array.from({ length: 440 }, (_, n) => 80 + n)
  expect(rows.some((y) => columns.some((x) => isDark(colourAt(x, y))))).toBe(true) // its title or its kind
})

test('whatever the name and the name of the site are, a picture is drawn', async () => {
  const random = randomOf(1)
  for (let n = 0; n < 12; n++) {
    const kind = (['book', 'note', 'course'] as const)[n % 3]!
    const name = hostileText(random, 'Physics')
    const jpeg = await drawSharePicture({ ...book, kind, name }, n % 5 === 0 ? name : 'Puthi', null)
    expect({ name, isDrawn: jpeg.length > 5_000 }).toEqual({ name, isDrawn: true })
  }
  for (const name of ['', '𝕻', '\u0300'.repeat(300), 'ৰ্ক্ষ্ম'.repeat(90), `${'ক্'.repeat(99)}ক`, '-'.repeat(999)])
    expect((await drawSharePicture({ ...book, kind: 'note', name }, name, null)).length).toBeGreaterThan(5_000)
})

test('the picture of the site has its name', async () => {
  const { width, height } = await decode(await drawSitePicture('Puthi'))
  expect({ width, height }).toEqual({ width: 1_200, height: 630 })
  expect(await drawSitePicture('পোথিঘৰ')).not.toEqual(await drawSitePicture('Puthi'))
})
