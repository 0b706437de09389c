import { open, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Sharp } from 'sharp'

import {
  isJpegOrPng,
  pictureMaxPixels,
  type PictureProblem,
  pictureSide,
  pictureSizeProblem,
  pictureWidths,
} from '#app/files/file-rules.ts'

import { inPictureTurn, sharp } from './sharp.server.ts'

/** The largest allowed picture takes 1 to 2 s; longer ones would keep others waiting. */
const limits = { maxSeconds: 10, sizeProblem: pictureSizeProblem }

interface Rendition {
  width: (typeof pictureWidths)[number] | null
  format: 'jpg' | 'webp'
  file: string
  bytes: number
}

type Reencoded = { width: number; height: number; renditions: Rendition[] } | { problem: PictureProblem }

/**
 * Decodes an uploaded picture and writes all its renditions into `folder`: upright, in sRGB, without transparency and
 * without metadata such as the location.
 */
export async function reencodePicture(
  file: string,
  folder: string,
  given: Partial<typeof limits> = {},
): Promise<Reencoded> {
  const { maxSeconds, sizeProblem } = { ...limits, ...given }
  if (!isJpegOrPng(await readStart(file))) return { problem: 'not a picture' }

  return inPictureTurn(async () => {
    const head = await sharp(file, { limitInputPixels: false }).metadata().catch(unreadable)
    if (!head) return { problem: 'not a picture' }
    const weight = head.depth === 'ushort' ? 4 : 1 // 16 bits per channel: no camera's, and four times the work
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

/** Progressive JPEGs have about ten scans. A few bytes can ask for hundreds, and each goes through all pixels. */
const scansMax = 40
const [startOfScan, endOfImage] = [0xda, 0xd9]

/** Walks the JPEG segments up to the end of the image, so that bytes inside a segment or after the end do not count. */
async function countScans(file: string) {
  const bytes = await readFile(file)
  let count = 0
  for (let at = nextMarker(bytes, 2); at !== -1 && bytes[at + 1] !== endOfImage;) {
    if (bytes[at + 1] === startOfScan) count++
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0
    at = nextMarker(bytes, at + 2 + length)
  }
  return count
}

function nextMarker(bytes: Buffer, from: number) {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && !isMarker(bytes[at + 1])) at = bytes.indexOf(0xff, at + 1)
  return at
}

/** After 0xff: not a stuffed zero, a repeated 0xff or a restart marker, which stand within scan data. */
const isMarker = (code = 0) => code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)

function decode(file: string, maxSeconds: number) {
  return sharp(file, {
    limitInputPixels: pictureMaxPixels,
    failOn: 'error', // truncated or damaged; harmless oddities of cameras are warnings
    sequentialRead: true,
    autoOrient: true,
  })
    .resize({ width: pictureSide, height: pictureSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .timeout({ seconds: maxSeconds }) // libvips stops decoding
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

/** Reading a local file fails only because of its content. */
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
