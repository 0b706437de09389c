import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import path from 'node:path'

import type { Db } from '#app/platform/db.server.ts'

import { type PictureFolder, pictureMaxBytes, type PictureProblem } from './file-rules.ts'
import { renditionKey } from './picture-url.ts'
import { shapePicture } from './shape-picture.server.ts'
import type { Storage } from './storage.server.ts'

interface SentPicture {
  folder: PictureFolder
  /** As the person's device calls it. */
  name: string
  bytes: AsyncIterable<Uint8Array>
}

export type StoredPicture = { key: string } | { problem: PictureProblem }

/** Whoever sent the bytes left before the last one. */
export class CutOffError extends Error {}

/**
 * Files first, then the row they belong to: the picture is stored and pending until `takeFile`. Its own row is there
 * before its bytes, so that the sweep knows of whatever a crash leaves behind.
 */
export async function storePicture(db: Db, storage: Storage, sent: SentPicture): Promise<StoredPicture> {
  await mkdir(storage.temporaryFolder, { recursive: true })
  const folder = await mkdtemp(path.join(storage.temporaryFolder, 'picture-'))
  try {
    const file = path.join(folder, 'sent')
    if ((await save(sent.bytes, file)) === 'too large') return { problem: 'too large' }
    const picture = await shapePicture(file, folder)
    if ('problem' in picture) return picture

    const { width, height, renditions } = picture
    const key = newKey(sent.folder, sent.name)
    const bytes = renditions.reduce((sum, rendition) => sum + rendition.bytes, 0)
    await db.insertInto('files').values({ key, kind: 'picture', bytes, width, height }).execute()
    await Promise.all(
      renditions.map((rendition) => storage.put(renditionKey(key, rendition.width, rendition.format), rendition.file)),
    )
    return { key }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Counts as it reads: what a sender claims about the length decides nothing. */
async function save(bytes: AsyncIterable<Uint8Array>, file: string) {
  const handle = await open(file, 'wx')
  try {
    let size = 0
    for await (const chunk of untilCutOff(bytes)) {
      size += chunk.length
      if (size > pictureMaxBytes) return 'too large'
      await handle.writeFile(chunk)
    }
    return 'saved'
  } finally {
    await handle.close()
  }
}

async function* untilCutOff(bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes
  } catch (cause) {
    throw new CutOffError('The sender left', { cause })
  }
}

/** The random part makes a key that nobody else can name: knowing it is the permission to take the file. */
function newKey(folder: PictureFolder, name: string) {
  return `${folder}/${Date.now()}_${randomBytes(16).toString('hex')}_${slugOf(name)}.jpg`
}

function slugOf(name: string) {
  const slug = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')
  return slug || 'picture'
}
