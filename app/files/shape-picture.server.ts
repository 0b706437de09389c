import { open, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'

import sharp, { type Sharp } from 'sharp'

import { bounded } from '#app/platform/bounded.server.ts'

import {
  isJpegOrPng,
  pictureMaxPixels,
  type PictureProblem,
  pictureSide,
  pictureSizeProblem,
  pictureWidths,
} from './file-rules.ts'

// No format that nobody may send is ever decoded, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] })
sharp.cache(false) // no picture is read twice

/** A large picture takes a hundred megabytes and a core for a second: one core always stays free for the pages. */
const inTurn = bounded(Math.max(1, Math.min(2, availableParallelism() - 1)))

/** The largest picture that is allowed takes a second or two; what takes longer keeps everybody else's waiting. */
const limits = { maxSeconds: 10, sizeProblem: pictureSizeProblem }

interface Rendition {
  width: (typeof pictureWidths)[number] | null
  format: 'jpg' | 'webp'
  file: string
  bytes: number
}

type Shaping = { width: number; height: number; renditions: Rendition[] } | { problem: PictureProblem }

/**
 * Reads a file that somebody sent and writes it anew into the folder, in every width and format that pages show:
 * upright, in sRGB, without transparency, and without all that cameras note, such as the place.
 */
export async function shapePicture(file: string, folder: string, given: Partial<typeof limits> = {}): Promise<Shaping> {
  const { maxSeconds, sizeProblem } = { ...limits, ...given }
  if (!isJpegOrPng(await readStart(file))) return { problem: 'not a picture' }

  return inTurn(async () => {
    const head = await sharp(file, { limitInputPixels: false }).metadata().catch(unreadable)
    if (!head) return { problem: 'not a picture' }
    const weight = head.depth === 'ushort' ? 4 : 1 // 16 bits a colour: no camera's, and four times the work
    const problem = sizeProblem(head, weight)
    if (problem) return { problem }
    if (head.format === 'jpeg' && (await countScans(file)) > scansMax) return { problem: 'not a picture' }

    const picture = await decode(file, maxSeconds).catch(unreadable)
    if (!picture) return { problem: 'not a picture' }

    const { data, info } = picture
    const { width, height, channels } = info
    const pixels = sharp(data, { raw: { width, height, channels } })
    const renditions: Rendition[] = []
    for (const small of [null, ...pictureWidths]) {
      const sized = small ? pixels.clone().resize({ width: small, withoutEnlargement: true }) : pixels
      renditions.push(await write(sized, small, 'jpg', folder), await write(sized, small, 'webp', folder))
    }
    return { width, height, renditions }
  })
}

/** Ten is what cameras and programs write. A few bytes can ask for hundreds, and each goes through all pixels. */
const scansMax = 40
const [startOfScan, endOfImage] = [0xda, 0xd9]

/** From mark to mark, up to the end of the picture: what stands inside a mark's part, or behind the end, is no scan. */
async function countScans(file: string) {
  const bytes = await readFile(file)
  let count = 0
  for (let at = nextMark(bytes, 2); at !== -1 && bytes[at + 1] !== endOfImage;) {
    if (bytes[at + 1] === startOfScan) count++
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0
    at = nextMark(bytes, at + 2 + length)
  }
  return count
}

function nextMark(bytes: Buffer, from: number) {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && !isMark(bytes[at + 1])) at = bytes.indexOf(0xff, at + 1)
  return at
}

/** What follows 0xff: zero and signs to start afresh stand in a scan's pixels, and before a mark 0xff may be repeated. */
const isMark = (code = 0) => code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)

function decode(file: string, maxSeconds: number) {
  return sharp(file, {
    limitInputPixels: pictureMaxPixels,
    failOn: 'error', // cut off or damaged; cameras' harmless oddities are mere warnings
    sequentialRead: true,
    autoOrient: true,
  })
    .resize({ width: pictureSide, height: pictureSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .timeout({ seconds: maxSeconds }) // libvips stops working on it
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function write(picture: Sharp, width: Rendition['width'], format: Rendition['format'], folder: string) {
  const file = path.join(folder, `${width ?? 'full'}.${format}`)
  const encoded =
    format === 'jpg' ? picture.clone().jpeg({ quality: 80, mozjpeg: true }) : picture.clone().webp({ quality: 76 })
  const { size } = await encoded.toFile(file)
  return { width, format, file, bytes: size }
}

/** All that can go wrong while reading a local file is what is in it. */
const unreadable = () => null

async function readStart(file: string) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
