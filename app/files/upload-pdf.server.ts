import type { Db } from '#app/platform/db.server.ts'

import type { PdfProblem } from './file-rules.ts'
import { CutOffError } from './incoming-file.server.ts'
import type { Storage } from './storage.server.ts'
import { storePdf } from './store-pdf.server.ts'
import { noQuota, tellTooMuch } from './upload-quota.server.ts'

const statuses: Record<PdfProblem, number> = { 'pdf too large': 413, 'not a pdf': 415, 'active pdf': 422 }

/** The PDF is the body of the request, as a picture is. */
export async function uploadPdf(request: Request, db: Db, storage: Storage, quota = noQuota) {
  const tooMuch = await quota(Number(request.headers.get('Content-Length')))
  if (tooMuch) return tellTooMuch(tooMuch)
  try {
    const name = new URL(request.url).searchParams.get('name') ?? ''
    const stored = await storePdf(db, storage, { name, bytes: request.body ?? noBytes() })
    return Response.json(stored, { status: 'key' in stored ? 201 : statuses[stored.problem] })
  } catch (error) {
    if (error instanceof CutOffError) return new Response(null, { status: 400 })
    throw error
  }
}

async function* noBytes() {}
