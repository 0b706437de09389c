import { buffer } from 'node:stream/consumers'

import type { PDFImage, PDFPage } from '@cantoo/pdf-lib'

import { pdfLib, readUnlocked } from './unlocked-pdf.ts'

/**
 * Runs in a process of its own, started by rewrite-pdf.server.ts: puts the picture that it reads, a line of text, at the
 * foot of every page of a PDF, and prints the PDF. A lock that needs no password is left out.
 */
const document = await readUnlocked(process.argv[2]!)
const line = await document.embedPng(await buffer(process.stdin))
for (const page of document.getPages()) stamp(page, line)
const stamped = await document.save({
  addDefaultPage: false,
  updateFieldAppearances: false,
  objectsPerTick: Infinity,
  rewrite: true,
})
process.stdout.write(stamped, () => process.exit())

/** Centred at the foot of what viewers show, which may be a part of the page, turned by a multiple of 90 degrees. */
function stamp(page: PDFPage, image: PDFImage) {
  const { x, y, width, height } = visibleBox(page)
  const angle = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360
  const [shownWidth, shownHeight] = angle % 180 === 0 ? [width, height] : [height, width]
  const lineHeight = Math.min(
    Math.max(shownWidth, shownHeight) * 0.018,
    (shownWidth * 0.94 * image.height) / image.width,
  )
  const size = { width: (lineHeight * image.width) / image.height, height: lineHeight }
  const [right, up] = [(shownWidth - size.width) / 2, lineHeight * 0.6]
  const corner = {
    0: { x: x + right, y: y + up },
    90: { x: x + width - up, y: y + right },
    180: { x: x + width - right, y: y + height - up },
    270: { x: x + up, y: y + height - right },
  }[angle]!
  page.drawImage(image, { ...corner, ...size, rotate: pdfLib.degrees(angle) })
}

/** Viewers show of the crop box what lies within the media box. */
function visibleBox(page: PDFPage) {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()]
  const left = Math.max(media.x, crop.x)
  const bottom = Math.max(media.y, crop.y)
  const width = Math.min(media.x + media.width, crop.x + crop.width) - left
  const height = Math.min(media.y + media.height, crop.y + crop.height) - bottom
  return width > 0 && height > 0 ? { x: left, y: bottom, width, height } : media
}
