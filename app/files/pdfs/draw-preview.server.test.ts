import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { testFolder } from '#tests/support/folder.ts'
import { deepPages, encryptedPdf, faxPdf, pdf, scannedPdf, unpackingBomb } from '#tests/support/pdfs.ts'
import { readPdf } from '#tests/support/read-pdf.ts'

import { assemble, catalog, pageTree, pdfOf, stream } from './assemble-pdf.ts'
import { drawPreview } from './draw-preview.server.ts'

function fileOf(bytes: Buffer) {
  const file = path.join(testFolder(), 'pdf')
  writeFileSync(file, bytes)
  return file
}

const threePages = { pages: 3, siteName: 'Puthi', ending: { heading: '61 more pages', words: 'Buy the notes.' } }
const onePage = { pages: 1, siteName: 'Puthi', ending: null }

/** Words that stand on one page each. */
const words = ['aardvark', 'bandicoot', 'capybara', 'dugong', 'echidna', 'flamingo']
const animals = () => pdfOf(words.map((word) => `BT /F1 60 Tf 60 400 Td (${word}) Tj ET`))

test('the first pages are drawn, and a last one says how many more there are', async () => {
  const pages = await readPdf((await drawPreview(fileOf(pdf({ pages: 64 })), threePages))!)
  expect(pages.map(({ text }) => text)).toEqual(['', '', '', '61 more pages. Buy the notes.'])
  for (const page of pages.slice(0, 3)) {
    expect([page.width, page.height]).toEqual([595, 842])
    expect(page.hasInk({ top: 0.2, bottom: 0.3 })).toBe(true) // "Page 1"
    expect(page.hasInk({ top: 0.4 })).toBe(false)
  }
  expect(pages[3]!.hasInk({ top: 0.4, bottom: 0.6 })).toBe(true)
})

test('no word of any page is in its bytes, and nothing of the pages that are not shown', async () => {
  const preview = (await drawPreview(fileOf(animals()), threePages))!
  const written = preview.toString('latin1')
  for (const word of words) expect(written).not.toContain(word)
  expect(written.match(/\/Subtype \/Image/g)).toHaveLength(4) // three pages and the last one
  expect(written.match(/\/Type \/Page /g)).toHaveLength(4)
  // All that is in the file is referred to from its pages: catalog, page tree, font, and three objects a page.
  expect(written.match(/^\d+ 0 obj$/gm)).toHaveLength(3 + 4 * 3)
})

test('of a PDF that is shown whole there is no last page', async () => {
  const content = { pages: 6, siteName: 'Puthi', ending: null }
  expect(await readPdf((await drawPreview(fileOf(animals()), content))!)).toHaveLength(6)
})

test("the site's name stands across every page, in any script, and leaves the page readable", async () => {
  const empty = fileOf(pdfOf(['']))
  for (const siteName of ['Puthi', 'পোথিঘৰ', 'A name that is much longer than the names of most sites are', '☃']) {
    const [page] = await readPdf((await drawPreview(empty, { ...onePage, siteName }))!)
    const marks = (left: number, top: number) =>
      Array.from({ length: 300 * 300 }, (_, at) => page!.darknessAt(left + (at % 300), top + Math.floor(at / 300)))
    for (const corner of [marks(0, 0), marks(290, 0), marks(0, 540), marks(290, 540)]) {
      expect(Math.max(...corner)).toBeGreaterThan(15)
      expect(Math.max(...corner)).toBeLessThan(80)
    }
  }
})

test('pages are drawn as viewers show them: turned, cropped, scanned, or locked against changes', async () => {
  const content = stream(Buffer.from('0 0 300 100 re f'))
  const page = (more: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 600] ${more} /Contents 4 0 R >>`
  const of = (more: string) => fileOf(assemble([catalog, pageTree('3 0 R', 1), page(more), content]))
  const [turned] = await readPdf((await drawPreview(of('/Rotate 90'), onePage))!)
  expect([turned!.width, turned!.height]).toEqual([842, 421]) // as long as A4
  expect(turned!.hasInk({ right: 0.1 })).toBe(true)
  expect(turned!.hasInk({ left: 0.2 })).toBe(false)
  const [cropped] = await readPdf((await drawPreview(of('/CropBox [0 200 300 600]'), onePage))!)
  expect(cropped!.hasInk({})).toBe(false)
  const [fax] = await readPdf((await drawPreview(fileOf(faxPdf()), onePage))!)
  expect(fax!.hasInk({})).toBe(true)
  expect(await readPdf((await drawPreview(fileOf(encryptedPdf()), onePage))!)).toHaveLength(1)
})

test.for(['[0 0 14400 3]', '[0 0 2 14400]', '[0 0 14400 14400]', '[0 0 1 1]', '[0 0 0 0]'])(
  'a page of %s points is drawn, or given up',
  async (box) => {
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox ${box} >>`
    const drawn = await drawPreview(fileOf(assemble([catalog, pageTree('3 0 R', 1), page])), onePage)
    expect([0, 1]).toContain(drawn ? (await readPdf(drawn)).length : 0)
  },
)

test('pages are small enough for mobile data', async () => {
  expect((await drawPreview(fileOf(pdf({ pages: 64 })), threePages))!.length).toBeLessThan(300_000)
  expect((await drawPreview(fileOf(scannedPdf()), onePage))!.length).toBeLessThan(1_200_000)
})

test('what cannot be drawn is given up', async () => {
  expect(await drawPreview(fileOf(Buffer.from('%PDF-1.7 no PDF %%EOF')), onePage)).toBe(null)
  expect(await drawPreview(fileOf(pdf({ pages: 2 })), threePages)).toBe(null) // has fewer pages than it claimed
})

test.for([
  ['a file that unpacks to gigabytes', unpackingBomb],
  ['a page tree that takes long to follow', deepPages],
] as const)('%s ends the process that draws it, not the server', async ([, make]) => {
  expect(await drawPreview(fileOf(make()), onePage, { maxMs: 10_000 })).toBe(null)
})

test('a page that takes too long or too much memory is given up', async () => {
  // Each form draws the next one ten times: 10^12 in all.
  const forms = Array.from({ length: 12 }, (_, level) => {
    const next = `/Resources << /XObject << /F ${level + 6} 0 R >> >>`
    return stream(Buffer.from('/F Do '.repeat(10)), `/Type /XObject /Subtype /Form /BBox [0 0 600 900] ${next}`)
  })
  const last = stream(Buffer.from('0 0 500 500 re f'), '/Type /XObject /Subtype /Form /BBox [0 0 600 900]')
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>`
  const file = fileOf(assemble([catalog, pageTree('3 0 R', 1), page, stream(Buffer.from('/F Do')), ...forms, last]))
  expect(await drawPreview(file, onePage, { maxMs: 2_000 })).toBe(null)
  expect(await drawPreview(fileOf(scannedPdf()), onePage, { maxMemoryMb: 40 })).toBe(null)
})
