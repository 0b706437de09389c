import path from 'node:path'

import type { Db } from '#app/platform/db.server.ts'

import { type PictureFolder, pictureMaxBytes, type PictureProblem } from './file-rules.ts'
import { inTemporaryFolder, newKey, saveBytes } from './incoming-file.server.ts'
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

/**
 * Files first, then the row they belong to: the picture is stored and pending until `takeFile`. Its own row is there
 * before its bytes, so that the sweep knows of whatever a crash leaves behind.
 */
export function storePicture(db: Db, storage: Storage, sent: SentPicture): Promise<StoredPicture> {
  return inTemporaryFolder(storage, async (folder) => {
    const file = path.join(folder, 'sent')
    if ((await saveBytes(sent.bytes, file, pictureMaxBytes)) === 'too large') return { problem: 'too large' }
    const picture = await shapePicture(file, folder)
    if ('problem' in picture) return picture

    const { width, height, renditions } = picture
    const key = newKey(sent.folder, sent.name, 'jpg')
    const bytes = renditions.reduce((sum, rendition) => sum + rendition.bytes, 0)
    await db.insertInto('files').values({ key, kind: 'picture', bytes, width, height }).execute()
    await Promise.all(
      renditions.map((rendition) => storage.put(renditionKey(key, rendition.width, rendition.format), rendition.file)),
    )
    return { key }
  })
}
