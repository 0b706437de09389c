import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'

import { testFolder } from '#tests/support/folder.ts'
import { deepPages, encryptedPdf, lockedPdf, pdf, signedPdf, unpackingBomb } from '#tests/support/pdfs.ts'
import { readPdf } from '#tests/support/read-pdf.ts'

import { pdfOf } from './assemble-pdf.ts'
import { countPages } from './count-pages.server.ts'
import { stampPdf } from './stamp-pdf.server.ts'

function fileOf(bytes: Uint8Array) {
  const file = path.join(testFolder(), 'pdf')
  writeFileSync(file, bytes)
  return file
}

const stamp = { name: 'Anamika Das', details: 'Order 12345 · 17 Nov 2026' }
const stamped = async (bytes: Uint8Array, given = {}) =>
  readPdf((await stampPdf(fileOf(bytes), { ...stamp, ...given }))!)

/** The foot of the page, where the line is, and what is above it. */
const foot = { top: 0.96 }
const above = { bottom: 0.95 }

test('every page has the line at its foot, and its text as before', async () => {
  const pages = await stamped(pdf({ pages: 5 }))
  expect(pages.map(({ text }) => text)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5'])
  for (const page of pages) expect(page.hasInk(foot)).toBe(true)
  for (const page of await readPdf(pdf({ pages: 5 }))) expect(page.hasInk(foot)).toBe(false)
})

test('the line is upright and visible on pages that are turned or cropped, or begin elsewhere', async () => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const angle of [0, 90, 180, 270, -90, 450]) {
    const page = document.addPage([400, 600])
    page.setRotation(degrees(angle))
    page.drawText(`turned by ${angle}`, { x: 100, y: 300, size: 10, font })
  }
  const cropped = document.addPage()
  cropped.setMediaBox(-100, 50, 800, 1_200)
  cropped.setCropBox(0, 150, 500, 700)
  cropped.drawText('cropped', { x: 50, y: 300, size: 10, font })
  const beyond = document.addPage()
  beyond.setMediaBox(0, 0, 600, 900)
  beyond.setCropBox(100, 300, 4_000, 6_000) // more than there is
  beyond.drawText('beyond', { x: 150, y: 450, size: 10, font })

  const [before, after] = [await readPdf(await document.save()), await stamped(await document.save())]
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  for (const [index, page] of after.entries()) {
    expect(before[index]!.hasInk(foot)).toBe(false)
    expect(page.hasInk(foot)).toBe(true)
    // Centred, and wider than high: it would not fit into the foot otherwise.
    expect(page.hasInk({ ...foot, left: 0.4, right: 0.6 })).toBe(true)
    expect(page.hasInk({ ...foot, right: 0.02 })).toBe(false)
  }
  const [first, turned] = [after[0]!, after[1]!]
  expect([first.width, first.height, turned.width, turned.height]).toEqual([400, 600, 600, 400])
})

test('every script is drawn, and a long name is shortened before the details', async () => {
  const widthOfLine = async (name: string) => {
    const [page] = await stamped(pdf(), { name })
    const inked = Array.from({ length: 100 }, (_, at) => at / 100).filter((left) =>
      page!.hasInk({ ...foot, left, right: left + 0.01 }),
    )
    return inked.at(-1)! - inked[0]!
  }
  const withoutName = await widthOfLine('')
  for (const name of ['Anamika', 'অনামিকা', 'अनामिका']) {
    const width = await widthOfLine(name)
    expect(width).toBeGreaterThan(withoutName + 0.03)
    expect(width).toBeLessThan(withoutName + 0.2)
  }
  const widest = await widthOfLine('Anamika Das of Guwahati '.repeat(3))
  expect(widest).toBeLessThan(0.95)
  expect(await widthOfLine('Anamika Das of Guwahati '.repeat(40))).toBeLessThan(0.95)
  expect(await widthOfLine('☃☃☃')).toBeCloseTo(withoutName, 1) // no font of ours has it
})

test('the line can be read on a black page', async () => {
  const [page] = await stamped(pdfOf(['0 0 595 842 re f']))
  expect(page!.hasInk({ ...above, top: 0.5 })).toBe(true)
  const ground = Array.from({ length: 595 }, (_, left) => page!.darknessAt(left, 842 - 10))
  expect(Math.min(...ground)).toBeLessThan(80)
})

test.for(['AES-256', 'AES-128', 'RC4-128', 'RC4-40'] as const)(
  'the copy of a PDF that is locked by %s has the text and no lock',
  async (algorithm) => {
    const document = await PDFDocument.load(pdf({ pages: 3 }))
    document.encrypt({
      algorithm,
      allowWeakCryptography: true,
      ownerPassword: 'secret',
      permissions: { printing: false, copying: false },
    })
    const locked = await document.save()
    expect(await countPages(fileOf(locked))).toEqual({ pages: 3, isLocked: true })
    const copy = (await stampPdf(fileOf(locked), stamp))!
    expect((await readPdf(copy)).map(({ text }) => text)).toEqual(['Page 1', 'Page 2', 'Page 3'])
    expect(await countPages(fileOf(copy))).toEqual({ pages: 3, isLocked: false })
  },
)

test('a PDF that asks for a password is not stamped', async () => {
  expect(await stampPdf(fileOf(lockedPdf('reading')), stamp)).toBe(null)
})

test('signed and packed PDFs are stamped', async () => {
  for (const bytes of [signedPdf(), encryptedPdf()]) {
    const [page] = await stamped(bytes)
    expect(page!.hasInk(foot)).toBe(true)
  }
})

test('two hundred pages are stamped', async () => {
  expect(await readPdf((await stampPdf(fileOf(pdf({ pages: 200 })), stamp))!)).toHaveLength(200)
})

test.for([
  ['no PDF', () => Buffer.from('%PDF-1.7 nothing %%EOF')],
  ['a file that unpacks to gigabytes', unpackingBomb],
  ['a page tree that takes long to follow', deepPages],
] as const)('%s ends the process that reads it, not the server', async ([, make]) => {
  expect(await stampPdf(fileOf(make()), stamp, { maxMs: 10_000 })).toBe(null)
})
