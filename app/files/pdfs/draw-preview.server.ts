import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { drawableText, type DrawnText, fitText } from '#app/files/pictures/draw-text.server.ts'
import { textAt } from '#app/files/pictures/picture-layers.server.ts'
import { inPictureTurn, sharp } from '#app/files/pictures/sharp.server.ts'

import { assemble, catalog, pageTree, stream } from './assemble-pdf.ts'
import { type FenceLimits, runFenced } from './fenced-process.server.ts'

/** An A4 page is 1,064 pixels wide then: as wide as the screens that it is read on. */
const pagePixels = 1_600_000

/** It gives way to everything else, so that on a busy machine it takes long without being at fault. */
const usualLimits: FenceLimits = { maxMs: 120_000, maxHeapMb: 128, maxMemoryMb: 500 }
/** A scanned page takes 0.1 s on a slow core. */
const maxMsOfPage = 2_000

const script = fileURLToPath(import.meta.resolve('#app/files/pdfs/draw-pages.ts'))
const library = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('@hyzyla/pdfium'))))

export interface PreviewContent {
  /** How many of its pages are shown. */
  pages: number
  /** Stands across every page. */
  siteName: string
  /** The last page's two lines, such as "61 more pages". Null: nothing is missing. */
  ending: { heading: string; words: string } | null
}

/**
 * A PDF of pictures of the first pages of another PDF, with nothing else of it inside. Null if it cannot be drawn. The
 * file is untrusted: PDFium draws it in a fenced process, and all that comes out of there are pixels.
 */
export async function drawPreview(file: string, content: PreviewContent, given: Partial<FenceLimits> = {}) {
  const { pages, siteName, ending } = content
  const limits = { ...usualLimits, maxMs: usualLimits.maxMs + pages * maxMsOfPage, ...given }
  const mark = await drawMark(siteName)
  const args = [file, String(pages), String(pagePixels)]
  const drawn = await runFenced({ script, args, mayRead: [file, library], limits, isPatient: true }, async (output) => {
    const pictures: PagePicture[] = []
    for await (const page of pagesOf(output)) {
      if (pictures.length === pages) return [] // more than was asked for
      pictures.push(await inPictureTurn(() => withMark(page, mark)))
    }
    return pictures
  })
  if (!drawn || drawn.length < pages) return null
  if (ending) drawn.push(await inPictureTurn(() => drawEnding(ending, drawn.at(-1)!, mark)))
  return pdfOfPictures(drawn, ending)
}

interface RawPage {
  pixels: Buffer
  width: number
  height: number
}

/** The pages as they arrive: a line with width and height, then the pixels. */
async function* pagesOf(output: Readable): AsyncGenerator<RawPage> {
  let rest: Buffer = Buffer.alloc(0)
  let size: { width: number; height: number } | null = null
  let parts: Buffer[] = []
  let missing = 0
  for await (const chunk of output as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    while (rest.length > 0) {
      if (!size) {
        const end = rest.indexOf('\n')
        if (end < 0) break
        size = sizeIn(rest.toString('latin1', 0, end))
        if (!size) return
        missing = size.width * size.height * 4
        rest = rest.subarray(end + 1)
      }
      const part = rest.subarray(0, missing)
      parts.push(part)
      missing -= part.length
      rest = rest.subarray(part.length)
      if (missing > 0) continue
      yield { pixels: Buffer.concat(parts), ...size }
      size = null
      parts = []
    }
  }
}

/** Null if the process, which is not trusted, claims what was not asked for. */
function sizeIn(line: string) {
  const [width = 0, height = 0] = line.split(' ').map(Number)
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  return isSize && width * height <= 2 * pagePixels ? { width, height } : null
}

interface PagePicture {
  jpeg: Buffer
  width: number
  height: number
}

const jpeg = { quality: 62, chromaSubsampling: '4:2:0' }

async function withMark({ pixels, width, height }: RawPage, mark: DrawnText): Promise<PagePicture> {
  const page = sharp(pixels, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' })
  const marked = page.composite([across(await shrunk(mark, { width, height }))])
  return { jpeg: await marked.jpeg(jpeg).toBuffer(), width, height }
}

/** Repeated over all of the page. */
const across = (mark: DrawnText) => ({ ...textAt(mark, 0, 0), tile: true })

/** Of a mark, as much as fits onto a small page. */
async function shrunk(mark: DrawnText, page: { width: number; height: number }): Promise<DrawnText> {
  if (mark.width <= page.width && mark.height <= page.height) return mark
  const [width, height] = [Math.min(mark.width, page.width), Math.min(mark.height, page.height)]
  const raw = { width: mark.width, height: mark.height, channels: 4 as const }
  const part = {
    left: Math.floor((mark.width - width) / 2),
    top: Math.floor((mark.height - height) / 2),
    width,
    height,
  }
  return { pixels: await sharp(mark.pixels, { raw }).extract(part).raw().toBuffer(), width, height }
}

/** The site's name, slanted and pale, with space around it. */
async function drawMark(siteName: string): Promise<DrawnText> {
  const text = drawableText(siteName) || 'Preview'
  const look = { weight: 'Semi-Bold', colour: '#4d4d4d', maxWidth: 420, sizes: [64, 48, 36], maxHeight: 100 } as const
  const { pixels, width, height } = await fitText(text, look)
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = Math.round(pixels[at]! * markStrength)
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .rotate(-30, { background: '#0000' })
    .extend({ top: 80, bottom: 80, left: 60, right: 60, background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** Seen on every page, and no letter under it is lost. */
const markStrength = 0.16

type Ending = NonNullable<PreviewContent['ending']>

/** An A4 page, lying if the one before it does. */
async function drawEnding({ heading, words }: Ending, before: PagePicture, mark: DrawnText): Promise<PagePicture> {
  const [width, height] = before.width > before.height ? [1_504, 1_064] : [1_064, 1_504]
  const look = { maxWidth: 900, maxHeight: 300 }
  const large = await fitText(heading, { ...look, weight: 'Semi-Bold', colour: '#1c1917', sizes: [72, 48] })
  const small = await fitText(words, { ...look, weight: 'Regular', colour: '#44403c', sizes: [40, 32] })
  const picture = sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    across(mark),
    textAt(large, Math.floor((width - large.width) / 2), Math.floor(height / 2) - large.height - 20),
    textAt(small, Math.floor((width - small.width) / 2), Math.floor(height / 2) + 20),
  ])
  return { jpeg: await picture.jpeg(jpeg).toBuffer(), width, height }
}

/** Points of a page's longer side: that of A4. */
const longSide = 842

/** One page for each picture. The ending can be read out, too: its words are written invisibly over their picture. */
function pdfOfPictures(pictures: PagePicture[], ending: Ending | null) {
  const font = 3
  const numberOf = (index: number) => font + 1 + index * 3
  const kids = pictures.map((_, index) => `${numberOf(index)} 0 R`).join(' ')
  const pages = pictures.flatMap(({ jpeg: bytes, width, height }, index) => {
    const scale = longSide / Math.max(width, height)
    const [right, top] = [width * scale, height * scale].map((side) => Number(side.toFixed(2)))
    const [content, picture] = [numberOf(index) + 1, numberOf(index) + 2]
    const resources = `<< /XObject << /Page ${picture} 0 R >> /Font << /F1 ${font} 0 R >> >>`
    const says = ending && index === pictures.length - 1 ? ` ${invisible(`${ending.heading}. ${ending.words}`)}` : ''
    const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${right} ${top}] /Resources ${resources} /Contents ${content} 0 R >>`,
      stream(Buffer.from(`q ${right} 0 0 ${top} 0 0 cm /Page Do Q${says}`, 'latin1')),
      stream(bytes, `${entries} /Filter /DCTDecode`),
    ]
  })
  const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  return assemble([catalog, pageTree(kids, pictures.length), helvetica, ...pages])
}

const invisible = (text: string) => `BT 3 Tr /F1 12 Tf 40 40 Td (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`
