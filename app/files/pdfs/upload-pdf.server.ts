import type { PdfProblem } from '#app/files/file-rules.ts'
import { CutOffError } from '#app/files/incoming-file.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { noQuota, quotaExceededResponse } from '#app/files/upload-quota.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { storePdf } from './store-pdf.server.ts'

const statuses: Record<PdfProblem, number> = {
  'pdf too large': 413,
  'not a pdf': 415,
  'active pdf': 422,
  'pdf with password': 422,
}

/** Stores the PDF in the request body and answers with its key. */
export async function uploadPdf(request: Request, db: Db, storage: Storage, quota = noQuota) {
  const tooMuch = await quota(Number(request.headers.get('Content-Length')))
  if (tooMuch) return quotaExceededResponse(tooMuch)
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
