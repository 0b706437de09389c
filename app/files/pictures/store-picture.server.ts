import path from 'node:path'

import { type PictureFolder, pictureMaxBytes, type PictureProblem } from '#app/files/file-rules.ts'
import { inTemporaryFolder, newKey, saveBytes, sha256OfFile } from '#app/files/incoming-file.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { renditionKey } from './picture-url.ts'
import { reencodePicture } from './reencode-picture.server.ts'

interface SentPicture {
  folder: PictureFolder
  /** The sender's file name. */
  name: string
  bytes: AsyncIterable<Uint8Array>
}

export type StoredPicture = { key: string } | { problem: PictureProblem }

/**
 * Stores a picture, pending until `takeFile`. Its row is written before its bytes, so that the sweep can remove
 * whatever a crash leaves behind.
 */
export function storePicture(db: Db, storage: Storage, sent: SentPicture): Promise<StoredPicture> {
  return inTemporaryFolder(storage, async (folder) => {
    const file = path.join(folder, 'sent')
    if ((await saveBytes(sent.bytes, file, pictureMaxBytes)) === 'too large') return { problem: 'too large' }
    const picture = await reencodePicture(file, folder)
    if ('problem' in picture) return picture

    const { width, height, renditions } = picture
    const key = newKey(sent.folder, sent.name, 'jpg')
    const bytes = renditions.reduce((sum, rendition) => sum + rendition.bytes, 0)
    const smallest = renditions.reduce((one, other) => (other.bytes < one.bytes ? other : one))
    const contentSha256 = await sha256OfFile(smallest.file)
    await db.insertInto('files').values({ key, kind: 'picture', bytes, width, height, contentSha256 }).execute()
    await Promise.all(
      renditions.map((rendition) => storage.put(renditionKey(key, rendition.width, rendition.format), rendition.file)),
    )
    return { key }
  })
}
