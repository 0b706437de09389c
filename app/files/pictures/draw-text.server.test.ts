import { expect, test } from 'vitest'

import { drawableText, drawText, fitText } from './draw-text.server.ts'

const look = { size: 60, weight: 'Semi-Bold', colour: '#000000', maxWidth: 600 } as const
const widthOf = async (text: string) => (await drawText(text, look)).width

// A font without these letters draws a box for each, so that three letters are wider than two.
test.for([
  ['Assamese', 'ক্ষ', 'ক', 'ষ'],
  ['Assamese', 'ত্ৰ', 'ত', 'ৰ'],
  ['Bengali', 'ত্র', 'ত', 'র'],
  ['Hindi', 'क्ष', 'क', 'ष'],
] as const)('in %s, %s is drawn as one letter', async ([, joined, first, second]) => {
  expect(await widthOf(joined)).toBeLessThan((await widthOf(first)) + (await widthOf(second)))
})

test('a script without a font is drawn as boxes, by which the test above would notice', async () => {
  expect(await widthOf('க்ஷ')).toBeGreaterThan((await widthOf('க')) + (await widthOf('ஷ')))
})

// Pango draws a letter that no font has as a box with its code, whose size is always the same.
test.for(['₹', 'é', '–', '“', '…', '५', '৫', 'ক', 'ৰ', 'ह'])('the fonts have %s', async (letter) => {
  const [drawn, box] = [await drawText(letter, look), await drawText('\ue123', look)]
  expect([drawn.width, drawn.height]).not.toEqual([box.width, box.height])
  const missing = await drawText('க', look)
  expect([missing.width, missing.height]).toEqual([box.width, box.height])
})

test('both weights are drawn by their own fonts', async () => {
  const regular = await drawText('কলম Pen', { ...look, weight: 'Regular' })
  const bold = await drawText('কলম Pen', look)
  expect(bold.width).toBeGreaterThan(regular.width)
})

test('a text takes the largest size that fits, and loses its end if none does', async () => {
  const fit = { ...look, sizes: [60, 40], maxHeight: 110 }
  expect((await fitText('Short', fit)).height).toBe((await drawText('Short', look)).height)
  const long = await fitText('অসমীয়া ব্যাকৰণ আৰু ৰচনা '.repeat(9), fit)
  expect(long.height).toBeLessThanOrEqual(110)
  expect(long.width).toBeLessThanOrEqual(600)
  expect(long.height).toBeGreaterThan(60) // more than a line of it is left
  expect((await fitText('x'.repeat(1_000), fit)).height).toBeLessThanOrEqual(110)
})

test('markup in a text is drawn as it is written', async () => {
  expect(await widthOf('<b>&amp;</b>')).toBeGreaterThan(await widthOf('b&b'))
})

test.for([
  ['  Physics \n for\tXII ', 'Physics for XII'],
  ['📚 Biology 👩🏽‍🔬!', 'Biology !'],
  ['অসমীয়া ব্যাকৰণ', 'অসমীয়া ব্যাকৰণ'.normalize('NFKC')],
  ['हिन्दी (भाग १)', 'हिन्दी (भाग १)'],
  ['a\u202eb\u0000c', 'a b c'],
  ['Bhāgavata Purāṇa 𝐏𝐡𝐲𝐬𝐢𝐜𝐬', 'Bhāgavata Purāna Physics'],
  ['தமிழ் 中文', ''],
] as const)('%j is drawn as "%s"', ([text, expected]) => {
  expect(drawableText(text)).toBe(expected)
})
