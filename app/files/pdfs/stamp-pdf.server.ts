import { drawableText, fitText } from '#app/files/pictures/draw-text.server.ts'
import { sharp } from '#app/files/pictures/sharp.server.ts'

import type { FenceLimits } from './fenced-process.server.ts'
import { addToPages } from './rewrite-pdf.server.ts'

interface Stamp {
  /** Whose copy it is. A long name is shortened. */
  name: string
  /** Follows the name and is never shortened, such as "Order 12345 · 17 Nov 2026": 60 characters at most. */
  details: string
}

/**
 * The bytes of a PDF with a line at the foot of each page, and otherwise as it was; without the lock of one that opens
 * without a password. A digital signature in it no longer holds. Null if the PDF cannot be written anew.
 */
export const stampPdf = async (file: string, stamp: Stamp, limits: Partial<FenceLimits> = {}) =>
  addToPages(file, await drawLine(stamp), limits)

const textSize = 36
const padding = 8

/** Dark letters on a pale ground, so that it can be read on dark pages, too. As a PNG. */
async function drawLine({ name, details }: Stamp) {
  const owner = drawableText(name)
  const { pixels, width, height } = await fitText(owner, {
    weight: 'Regular',
    colour: '#404040',
    sizes: [textSize],
    maxWidth: 1_800,
    maxHeight: 1.8 * textSize,
    ending: `${owner && ' · '}${drawableText(details)}`,
  })
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .extend({ top: padding, bottom: padding, left: 2 * padding, right: 2 * padding, background: '#fff' })
    .ensureAlpha(0.8)
    .png()
    .toBuffer()
}
