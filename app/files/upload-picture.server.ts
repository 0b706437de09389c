import type { Db } from '#app/platform/db.server.ts'

import { pictureFolders, type PictureProblem } from './file-rules.ts'
import { CutOffError } from './incoming-file.server.ts'
import type { Storage } from './storage.server.ts'
import { storePicture } from './store-picture.server.ts'
import { noQuota, tellTooMuch } from './upload-quota.server.ts'

const statuses: Record<PictureProblem, number> = {
  'too large': 413,
  'not a picture': 415,
  'too many pixels': 422,
  'side too long': 422,
}

/** The picture is the body of the request: the browser's script sends each file by itself, to show how far it is. */
export async function uploadPicture(request: Request, db: Db, storage: Storage, quota = noQuota) {
  const { searchParams } = new URL(request.url)
  const folder = pictureFolders.find((name) => name === searchParams.get('folder'))
  if (!folder) return new Response('Name one of the folders.', { status: 400 })

  const tooMuch = await quota(Number(request.headers.get('Content-Length')))
  if (tooMuch) return tellTooMuch(tooMuch)
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
