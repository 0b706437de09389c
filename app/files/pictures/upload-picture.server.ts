import { pictureFolders, type PictureProblem } from '#app/files/file-rules.ts'
import { CutOffError } from '#app/files/incoming-file.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { noQuota, quotaExceededResponse } from '#app/files/upload-quota.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { storePicture } from './store-picture.server.ts'

const statuses: Record<PictureProblem, number> = {
  'too large': 413,
  'not a picture': 415,
  'too many pixels': 422,
  'side too long': 422,
}

/** Stores the picture in the request body and answers with its key. */
export async function uploadPicture(request: Request, db: Db, storage: Storage, quota = noQuota) {
  const { searchParams } = new URL(request.url)
  const folder = pictureFolders.find((name) => name === searchParams.get('folder'))
  if (!folder) return new Response('Name one of the folders.', { status: 400 })

  const tooMuch = await quota(Number(request.headers.get('Content-Length')))
  if (tooMuch) return quotaExceededResponse(tooMuch)
  try {
    const name = searchParams.get('name') ?? ''
    const stored = await storePicture(db, storage, { folder, name, bytes: request.body ?? noBytes() })
    return Response.json(stored, { status: 'key' in stored ? 201 : statuses[stored.problem] })
  } catch (error) {
    if (error instanceof CutOffError) return new Response(null, { status: 400 })
    throw error
  }
}

async function* noBytes() {}
