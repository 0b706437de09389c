import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'

import type { PictureProblem } from '#app/files/file-rules.ts'
import { storePicture } from '#app/files/pictures/store-picture.server.ts'
import { createStorage, type Storage } from '#app/files/storage/storage.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'

import { testFolder } from './folder.ts'

/** A storage on disk for one test, and the lines that it logged. */
export function testStorage(dataDir = testFolder()) {
  const said: string[] = []
  const folder = path.join(dataDir, 'files')
  mkdirSync(folder)
  const storage = createStorage(
    { dataDir, filesUrl: null, awsKey: null },
    createLog('info', (line) => said.push(line)),
  )
  return { ...storage, folder, said }
}

/** Every file below a folder. Reads again if something disappears meanwhile. */
export function filesIn(folder: string): string[] {
  try {
    return listFiles(folder)
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isGone && existsSync(folder)) return filesIn(folder)
    throw error
  }
}

function listFiles(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

export async function* bytesOf(picture: Uint8Array) {
  for (let at = 0; at < picture.length; at += 65_536) yield picture.subarray(at, at + 65_536)
}

/** A stored picture that no row has taken yet. */
export async function aPendingPicture(db: Db, storage: Storage, folder: 'images' | 'Bookstores' = 'images') {
  const sent = { folder, name: 'a.jpg', bytes: bytesOf(await jpeg(40, 30)) } as const
  const stored = await storePicture(db, storage, sent)
  if ('problem' in stored) throw new Error(stored.problem)
  return stored.key
}

/** Red on the left, blue on the right, so that tests see whether it was rotated. */
export function twoColours(width: number, height: number) {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: half, gravity: 'east' },
  ])
}

export const jpeg = (width = 800, height = 600) => twoColours(width, height).jpeg().toBuffer()
export const png = (width = 800, height = 600) => twoColours(width, height).png().toBuffer()

/** A PNG of one bit per pixel, all black: few bytes for many pixels. */
export function blackPng(width: number, height: number) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, content = Buffer.alloc(0)) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(type), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface WrongPicture {
  what: string
  name: string
  make: () => Buffer | Promise<Buffer>
  problem: PictureProblem
}

/** Invalid files that people or attackers send, and the problem reported for each. */
export const wrongPictures: WrongPicture[] = [
  { what: 'text', name: 'a.png', make: () => Buffer.from('I am no picture'), problem: 'not a picture' },
  {
    what: 'an SVG',
    name: 'a.jpg',
    make: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    problem: 'not a picture',
  },
  { what: 'a GIF', name: 'a.gif', make: () => twoColours(40, 30).gif().toBuffer(), problem: 'not a picture' },
  { what: 'a WebP', name: 'a.jpg', make: () => twoColours(40, 30).webp().toBuffer(), problem: 'not a picture' },
  { what: 'half a JPEG', name: 'a.jpg', make: async () => half(await jpeg()), problem: 'not a picture' },
  { what: 'half a PNG', name: 'a.png', make: async () => half(await png()), problem: 'not a picture' },
  {
    what: 'the start of a JPEG and then noise',
    name: 'a.jpg',
    make: () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(5_000)]),
    problem: 'not a picture',
  },
  { what: '256 megapixels', name: 'a.png', make: () => blackPng(16_000, 16_000), problem: 'too many pixels' },
  { what: '12,001 pixels a side', name: 'a.png', make: () => blackPng(12_001, 1), problem: 'side too long' },
  {
    what: '11 MB',
    name: 'a.jpg',
    make: async () => Buffer.concat([await jpeg(), randomBytes(11 * 1024 * 1024)]),
    problem: 'too large',
  },
  { what: 'nothing', name: 'a.jpg', make: () => Buffer.alloc(0), problem: 'not a picture' },
]

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
