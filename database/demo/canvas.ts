import path from 'node:path'

import sharp from 'sharp'

/** A raw RGB bitmap. app/files disables SVG in sharp, and the machine may have no fonts. */
export interface Canvas {
  width: number
  height: number
  pixels: Buffer
}

export function canvas(width: number, height: number, ground: string): Canvas {
  const on = { width, height, pixels: Buffer.alloc(width * height * 3) }
  box(on, 0, 0, width, height, ground)
  return on
}

/** Clips at the canvas. */
export function box(on: Canvas, left: number, top: number, width: number, height: number, color: string, opacity = 1) {
  const paint = rgb(color)
  const [start, end] = [Math.max(0, left), Math.min(on.width, left + width)]
  const row = Buffer.alloc(Math.max(0, end - start) * 3, Buffer.from(paint))
  for (let y = Math.max(0, top); y < Math.min(on.height, top + height); y++) {
    if (opacity === 1) on.pixels.set(row, (y * on.width + start) * 3)
    else for (let x = start; x < end; x++) blend(on, x, y, paint, opacity)
  }
}

/** Draws a woven pattern, with `#` for a visible thread, each `thread` pixels wide. */
export function weave(on: Canvas, pattern: string[], left: number, top: number, thread: number, color: string) {
  for (const [row, threads] of pattern.entries()) {
    for (const { 0: run, index } of threads.matchAll(/#+/g)) {
      box(on, left + index * thread, top + row * thread, run.length * thread, thread, color)
    }
  }
}

export const toPng = ({ width, height, pixels }: Canvas) =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** Glyph sheet of Literata 600 at 48 px: ASCII from space to ~, 16 per row, each 8 px from the left of its square. */
const letters = { file: path.join(import.meta.dirname, 'letters.png'), size: 48, square: 64, inset: 8, inRow: 16 }
const advances = [
  10, 16, 20, 32, 28, 42, 40, 12, 17, 17, 22, 28, 16, 17, 16, 22, 29, 20, 25, 27, 28, 25, 27, 25, 28, 27, 16, 16, 28,
  28, 28, 26, 43, 35, 33, 34, 37, 31, 30, 36, 40, 20, 27, 37, 31, 48, 40, 37, 30, 37, 35, 29, 35, 38, 36, 52, 35, 35,
  32, 17, 22, 17, 28, 23, 24, 27, 30, 25, 31, 26, 20, 28, 32, 17, 16, 31, 17, 47, 33, 29, 31, 30, 25, 23, 20, 32, 29,
  42, 28, 28, 25, 18, 20, 18, 28,
]

export const canWrite = (text: string) => /^[ -~]+$/.test(text)

/** Indexes on the glyph sheet. */
const lettersOf = (text: string) => Array.from(Buffer.from(text, 'latin1'), (code) => code - 32)
const widthOf = (text: string) => lettersOf(text).reduce((sum, letter) => sum + advances[letter]!, 0)

let sheet: Promise<Buffer> | undefined
const readSheet = () => (sheet ??= sharp(letters.file).greyscale().raw().toBuffer())

/**
 * Writes text wrapped to `width`, shrinking it until every word fits and there are at most `maxLines` lines. Resolves
 * to its height.
 */
export async function write(
  on: Canvas,
  text: string,
  { left, top, width, size, color, maxLines = 4 }: Lettering,
): Promise<number> {
  const scale = size / letters.size
  const lines = breakLines(text, width / scale)
  const isTooLarge = lines.length > maxLines || lines.some((line) => widthOf(line) * scale > width)
  if (isTooLarge) return write(on, text, { left, top, width, size: size * 0.9, color, maxLines })

  const paint = rgb(color)
  const lineHeight = Math.round(size * 1.22)
  for (const [n, line] of lines.entries()) {
    const mask = await writeLine(line, scale)
    for (let y = 0; y < mask.height; y++) {
      for (let x = 0; x < mask.width; x++) {
        const opacity = mask.pixels[y * mask.width + x]! / 255
        if (opacity > 0) blend(on, left + x, top + n * lineHeight + y, paint, opacity)
      }
    }
  }
  return lines.length * lineHeight
}

interface Lettering {
  left: number
  top: number
  width: number
  size: number
  color: string
  maxLines?: number
}

function breakLines(text: string, width: number) {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Coverage of each pixel by the letters, from 0 to 255. */
async function writeLine(line: string, scale: number) {
  const from = await readSheet()
  const { square, inset, inRow } = letters
  const size = { width: widthOf(line) + 2 * inset, height: square }
  const mask = Buffer.alloc(size.width * size.height)
  let left = 0
  for (const letter of lettersOf(line)) {
    const start = Math.floor(letter / inRow) * square * square * inRow + (letter % inRow) * square
    for (let y = 0; y < square; y++) {
      for (let x = 0; x < Math.min(square, size.width - left); x++) {
        const to = y * size.width + left + x
        mask[to] = Math.max(mask[to]!, from[start + y * square * inRow + x]!)
      }
    }
    left += advances[letter]!
  }
  const { data, info } = await sharp(mask, { raw: { ...size, channels: 1 } })
    .resize({ width: Math.round(size.width * scale) })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

type Rgb = readonly [number, number, number]

const rgb = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb

function blend({ width, height, pixels }: Canvas, x: number, y: number, paint: Rgb, opacity: number) {
  if (x < 0 || y < 0 || x >= width || y >= height) return
  const at = (y * width + x) * 3
  for (let channel = 0; channel < 3; channel++) {
    pixels[at + channel] = pixels[at + channel]! + (paint[channel]! - pixels[at + channel]!) * opacity
  }
}
