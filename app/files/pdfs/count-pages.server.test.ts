import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { testFolder } from '#tests/support/folder.ts'
import { activePdfs, deepPages, encryptedPdf, lockedPdf, passivePdfs, pdf, unpackingBomb } from '#tests/support/pdfs.ts'

import { countPages } from './count-pages.server.ts'

function fileOf(bytes: Buffer) {
  const file = path.join(testFolder(), 'sent')
  writeFileSync(file, bytes)
  return file
}

const pages = (count: number) => ({ pages: count, isLocked: false })

/** Each test sets one limit alone: nothing else can end the reader before the test is given up. */
const unlimited = { maxMs: 3_600_000, maxHeapMb: 8_192, maxMemoryMb: 8_192, maxWork: Infinity }

test('a page tree that takes too long to follow is given up', async () => {
  expect(await countPages(fileOf(deepPages()), { ...unlimited, maxMs: 1_500 })).toBe(null)
})

test('a file that unpacks to gigabytes is given up before it uses that much memory', async () => {
  expect(await countPages(fileOf(unpackingBomb()), { ...unlimited, maxMemoryMb: 320 })).toBe(null)
})

test('a heap that grows too large ends the reader', async () => {
  expect(await countPages(fileOf(deepPages()), { ...unlimited, maxHeapMb: 24 })).toBe(null)
})

test('ten thousand pages are read; a file that takes several times that work is given up', async () => {
  expect(await countPages(fileOf(pdf({ pages: 10_000 })))).toEqual(pages(10_000))
  const file = fileOf(pdf({ pages: 40_000 }))
  expect(await countPages(file)).toBe(null)
  expect(await countPages(file, unlimited)).toEqual(pages(40_000))
})

test.for(activePdfs)('a PDF that $what is active', async ({ make }) => {
  expect(await countPages(fileOf(make()))).toBe('active')
})

test.for(passivePdfs)('a PDF that $what is not active', async ({ make }) => {
  expect(await countPages(fileOf(make()))).toEqual(pages(1))
})

test('a PDF that is encrypted is locked, or asks for a password', async () => {
  expect(await countPages(fileOf(encryptedPdf()))).toEqual({ pages: 1, isLocked: true })
  expect(await countPages(fileOf(lockedPdf('changes')))).toEqual({ pages: 2, isLocked: true })
  expect(await countPages(fileOf(lockedPdf('reading')))).toBe('asks for a password')
})

test('a file that was given up does not block the next one', async () => {
  const [deep, good] = [fileOf(deepPages()), fileOf(pdf({ pages: 4 }))]
  const givenUp = [deep, deep].map((file) => countPages(file, { maxMs: 500 }))
  expect(await Promise.all([...givenUp, countPages(good)])).toEqual([null, null, pages(4)])
})
